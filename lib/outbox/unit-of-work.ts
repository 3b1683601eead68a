/**
 * What domain code needs of a transaction: run this, all of it or nothing. `Scope` is whatever the domain works
 * with inside (its repositories, a function that publishes); no type of the store is in sight.
 */
export interface UnitOfWork<Scope = void> {
  readonly run: <Result>(work: (scope: Scope) => Promise<Result>) => Promise<Result>
}
