import type { LocalCloud } from 'serverless-outbox/local'

/** Lets the cloud's time pass until then, in milliseconds since the epoch; nothing to do when it is later already. */
export async function advanceTo({ clock }: LocalCloud, time: number): Promise<void> {
  await clock.advance(Math.max(0, time - clock.now()))
}
