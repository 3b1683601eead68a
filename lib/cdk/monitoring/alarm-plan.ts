import type { ComparisonOperator, IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'

/** An alarm before it is made. */
export interface AlarmPlan {
  /** One sentence for whoever is woken by it. */
  readonly meaning: string
  /** With its period. */
  readonly metric: IMetric
  /** @default - greater than the threshold */
  readonly comparison?: ComparisonOperator
  readonly threshold: number
  /** How many of the latest periods are looked at. */
  readonly periods: number
  /** How many of them must breach. @default - all */
  readonly breaching?: number
  readonly missing: TreatMissingData
}
