import { expect, it } from 'vitest'
import { documentedTable, list } from './documented-table.js'
import { ASSETS, FUNCTION, serviceRole } from './events/fixture/target-resources.js'
import { startCloud } from './start-cloud.js'
import { TABLE } from './templates.js'

/** One resource of each type that the page says to leave properties out of, with what it needs to exist. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'AWS::Events::Archive': { SourceArn: 'arn:aws:events:us-east-1:000000000000:event-bus/default' },
  'AWS::Events::EventBus': { Name: 'orders' },
  'AWS::IAM::Role': { AssumeRolePolicyDocument: { Statement: [] } },
  'AWS::Lambda::EventInvokeConfig': { FunctionName: { Ref: 'Worker' }, Qualifier: '$LATEST' },
  'AWS::Lambda::EventSourceMapping': {
    FunctionName: { Ref: 'Worker' },
    EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    StartingPosition: 'LATEST',
  },
  'AWS::Lambda::Function': Object(FUNCTION['Worker']).Properties,
  'AWS::Lambda::Url': { TargetFunctionArn: { Ref: 'Worker' }, AuthType: 'NONE' },
  'AWS::Scheduler::Schedule': {
    ScheduleExpression: 'rate(1 day)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: {
      Arn: { 'Fn::GetAtt': ['Worker', 'Arn'] },
      RoleArn: { 'Fn::GetAtt': ['ScheduleRole', 'Arn'] },
    },
  },
}

it('each property that docs/local-cloud.md says has no effect is warned of by its name', async () => {
  const rows = (await documentedTable('What is not like AWS')).map(
    ([type = '', properties = '']) => [type, list(properties)] as const,
  )
  expect(rows.map(([type]) => type)).toEqual(Object.keys(NEEDED))
  const resources = rows.map(([Type, properties], index): [string, unknown] => [
    `Subject${index}`,
    {
      Type,
      Properties: { ...Object.fromEntries(properties.map((name) => [name, {}])), ...NEEDED[Type] },
    },
  ])
  const cloud = await startCloud(
    {
      ...FUNCTION,
      Table: TABLE,
      ScheduleRole: serviceRole('scheduler.amazonaws.com', ['lambda:InvokeFunction']),
      ...Object.fromEntries(resources),
    },
    { assets: ASSETS },
  )
  const warnings = cloud.warnings()
  for (const [index, [type, properties]] of rows.entries()) {
    for (const name of properties) {
      const told = warnings.filter((text) => text.includes(`Subject${index}`) && text.includes(name))
      expect(told, `${name} of ${type}`).toHaveLength(1)
    }
  }
})
