/** Why a message comes again that was not done in time. */
class OutOfTime extends Error {
  override readonly name: string = 'OutOfTime'
}

/**
 * What the work gives, unless it takes longer: then it goes on by itself, and nobody waits for it.
 *
 * @throws whatever the work throws, and OutOfTime
 */
export async function within<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  if (milliseconds <= 0) throw new OutOfTime('There was no time left to begin')
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfTime('It was not done in time')), milliseconds)
  })
  try {
    return await Promise.race([work(), over])
  } finally {
    clearTimeout(timer)
  }
}
