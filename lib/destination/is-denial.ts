/**
 * Codes that blame neither the event nor the moment: a permission is missing, or the bus is set up wrongly. PutEvents
 * checks permissions entry by entry, for a policy may allow some sources and detail-types only.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsResultEntry.html
 */
const DENIALS: ReadonlySet<string> = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'InvalidAccountIdException',
  'NotAuthorizedForDetailTypeException',
  'NotAuthorizedForSourceException',
])

/** However long it lasts, it is no reason to give the event up. */
export function isDenial(code: string): boolean {
  return DENIALS.has(code)
}
