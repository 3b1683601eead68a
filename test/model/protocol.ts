/** What the workers do beside their conditional writes; each switch off is a mistake that the model must find. */
export interface Protocol {
  /** The relay asks the table who owns a row before it sends it. */
  readonly looksUp: boolean
  /** An event that has an earlier one of its aggregate with the sweeper is handed over behind it. */
  readonly followsAlong: boolean
  /** The sweeper sends the later events of an aggregate though an earlier one failed by itself. */
  readonly sweeperSendsFollowers: boolean
  /** If a call of one entry fails, the probe tells an outage from a fault of the entry. */
  readonly probes: boolean
  /** The bus is checked again before a call, so that no check is older than a minute. */
  readonly checksBusAgain: boolean
  /** The sweeper claims only what the consistent read shows still due. */
  readonly checksDue: boolean
  /** The sweeper takes fresh rows only when no relay can still have them. */
  readonly keepsGrace: boolean
  /** The grace falls only when no invocation of the relay can be left over. */
  readonly waitsForQuiet: boolean
  /** A mapping that is being updated counts as disabled. */
  readonly updatingIsDisabled: boolean
  /** Every fence is different from every other one. */
  readonly fencesDiffer: boolean
  /** Row first, then the notice. */
  readonly rowDiesFirst: boolean
  readonly sweeperSendsNotices: boolean
  /** Only a published row has a TTL. */
  readonly expiresPublishedOnly: boolean
}

export const PROTOCOL: Protocol = {
  looksUp: true,
  followsAlong: true,
  sweeperSendsFollowers: true,
  probes: true,
  checksBusAgain: true,
  checksDue: true,
  keepsGrace: true,
  waitsForQuiet: true,
  updatingIsDisabled: false,
  fencesDiffer: true,
  rowDiesFirst: true,
  sweeperSendsNotices: true,
  expiresPublishedOnly: true,
}
