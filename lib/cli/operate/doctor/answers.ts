import type { Answer } from './finding.js'

export const ok = (what: string): Answer => ({ result: 'ok', what })

export const problem = (what: string, mend: string): Answer => ({ result: 'problem', what, mend })

export const unknown = (what: string, mend?: string): Answer => ({ result: 'unknown', what, mend })
