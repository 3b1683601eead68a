import type { Outcome } from '../../lib/delivery/outcome.js'
import type { TransitionName } from '../../lib/store/transitions.js'
import { STEP } from './vocabulary.js'

/** The transition by which a worker settles each way in which a delivery can end; a relay leaves a held row alone. */
export const SETTLING = {
  [STEP.accepted]: 'publish',
  [STEP.rejected]: 'die',
  [STEP.failed]: 'handOverFailed',
  [STEP.isolated]: 'handOver',
  [STEP.along]: 'handOver',
  [STEP.held]: 'release',
} as const satisfies Record<number, TransitionName>

/** What the model calls the outcomes of the code. An event that is denied is, to the state machine, isolated. */
export const STEP_OF_OUTCOME: Readonly<Record<Outcome['kind'], keyof typeof SETTLING>> = {
  published: STEP.accepted,
  rejected: STEP.rejected,
  record: STEP.failed,
  isolated: STEP.isolated,
  denied: STEP.isolated,
  along: STEP.along,
  held: STEP.held,
}
