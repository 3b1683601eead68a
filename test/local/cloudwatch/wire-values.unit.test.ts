import { describe, expect, it } from 'vitest'
import { jsonInput } from '../../../lib/local/cloudwatch/wire-values.js'

describe('input of the query protocol', () => {
  it('gets the types of the JSON protocol', () => {
    expect(
      jsonInput({
        StartTime: '2026-01-01T00:00:00Z',
        EndTime: '1767225660.5',
        MaxDatapoints: '5',
        MetricDataQueries: [
          {
            Id: 'a1',
            ReturnData: 'true',
            MetricStat: {
              Period: '60',
              Stat: 'Sum',
              Metric: { MetricName: '7', Dimensions: [{ Name: 'Period', Value: '60' }] },
            },
          },
        ],
        MetricData: [{ Value: '1.5', Values: ['1', '2'], Counts: ['3', '4'] }],
        AlarmNames: ['1', '2'],
      }),
    ).toEqual({
      StartTime: 1_767_225_600,
      EndTime: 1_767_225_660.5,
      MaxDatapoints: 5,
      MetricDataQueries: [
        {
          Id: 'a1',
          ReturnData: true,
          MetricStat: {
            Period: 60,
            Stat: 'Sum',
            Metric: { MetricName: '7', Dimensions: [{ Name: 'Period', Value: '60' }] },
          },
        },
      ],
      MetricData: [{ Value: 1.5, Values: [1, 2], Counts: [3, 4] }],
      AlarmNames: ['1', '2'],
    })
  })

  it('is left alone when it has them, or when a time cannot be read', () => {
    const input = { StartTime: 1, EndTime: 'noon', MetricData: [{ Value: 2, Timestamp: 3 }] }
    expect(jsonInput(input)).toEqual(input)
  })
})
