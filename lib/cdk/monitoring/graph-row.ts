import { GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'

const COLUMNS = 24
const HEIGHT = 5

export interface Axes {
  readonly left: readonly IMetric[]
  /** Of another unit. */
  readonly right?: readonly IMetric[]
}

/** Graphs side by side, as wide as the dashboard together. */
export function graphRow(graphs: Readonly<Record<string, Axes>>): GraphWidget[] {
  const entries = Object.entries(graphs)
  return entries.map(
    ([title, { left, right = [] }]) =>
      new GraphWidget({
        title,
        left: [...left],
        right: [...right],
        leftYAxis: { min: 0 },
        rightYAxis: { min: 0 },
        width: Math.floor(COLUMNS / entries.length),
        height: HEIGHT,
      }),
  )
}
