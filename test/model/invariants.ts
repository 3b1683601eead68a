/** What must never happen, in the words of the reports. */
export const INVARIANT = {
  committed: 'V1 an event is published that was not committed',
  noCreation: 'V2 a transition creates a row',
  publishedStays: 'V3 a row leaves PUBLISHED',
  deletedPublished: 'V3 a row is deleted that is not PUBLISHED',
  noticeOwedOrSent: 'V4 the notice of a DEAD row is neither sent nor owed',
  fence: 'V5 a worker changes a row that another one holds',
  leaseStolen: 'V5 a claim steals a live lease',
  oneRedelivery: 'V6 one redrive message redelivers twice',
  deadForAReason: 'V7 a row is DEAD that was neither rejected nor given up',
  duplicates: 'V8 more publications than faults and overlaps explain',
  ownerFitsStatus: 'V9 the status and the owner of a row contradict each other',
  noticeOfADeath: 'V10 a notice is sent of a death that never happened',
  busSeen: 'V11 an event is published into a bus not seen within the last minute',
  cleanAccount: 'V12 a redriven row is given up at its first failure',
  liveness: 'LIVENESS an event can no longer end PUBLISHED, or DEAD with its notice sent',
} as const

export type Invariant = (typeof INVARIANT)[keyof typeof INVARIANT]
