/** Contracts cannot be made from what was given: the message names what is wrong and the way out. */
export class ContractsError extends Error {
  override readonly name: string = 'ContractsError'
}
