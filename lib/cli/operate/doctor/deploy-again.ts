import type { OutboxResources } from '../outbox-resources.js'

/** What mends a thing that was changed or deleted by hand. */
export function deployAgain({ stack }: OutboxResources): string {
  return `undo what was changed by hand: \`cdk deploy ${stack ?? '<stack>'}\`, after \`cdk drift\` has shown what that is`
}
