import { isRecord, type JsonRecord } from '../record.js'

/** The statements of a policy document: one, or a list. */
export function policyStatements(document: unknown): readonly JsonRecord[] {
  if (!isRecord(document)) return []
  const statements = document['Statement']
  return (Array.isArray(statements) ? statements : [statements]).filter(isRecord)
}
