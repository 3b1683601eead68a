import type { DoctorContext } from './doctor-context.js'
import type { Answer } from './finding.js'

export interface Check {
  readonly name: string
  /** @throws whatever kept it from finding out */
  readonly run: (context: DoctorContext) => Promise<Answer | readonly Answer[]>
}
