/** All objects of an outbox: `<outbox>/`. Several outboxes may share a bucket. */
export function archivePrefix(outboxName: string): string {
  return `${outboxName}/`
}
