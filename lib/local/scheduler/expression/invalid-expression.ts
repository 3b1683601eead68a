/** A schedule expression that AWS refuses, and why. Each API has its own error for it. */
export class InvalidExpression extends Error {
  override readonly name: string = 'InvalidExpression'
}
