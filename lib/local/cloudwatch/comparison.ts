export interface Comparison {
  /** Between the data point and the threshold, for the reason. */
  readonly words: string
  readonly breaches: (value: number, threshold: number) => boolean
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html */
export const COMPARISONS: Readonly<Record<string, Comparison>> = {
  GreaterThanOrEqualToThreshold: {
    words: 'greater than or equal to',
    breaches: (value, threshold) => value >= threshold,
  },
  GreaterThanThreshold: { words: 'greater than', breaches: (value, threshold) => value > threshold },
  LessThanThreshold: { words: 'less than', breaches: (value, threshold) => value < threshold },
  LessThanOrEqualToThreshold: {
    words: 'less than or equal to',
    breaches: (value, threshold) => value <= threshold,
  },
}
