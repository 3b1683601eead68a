/** Why a replay cannot begin, or had to stop. For people; holds no payload. */
export class ReplayError extends Error {
  override readonly name: string = 'ReplayError'
}
