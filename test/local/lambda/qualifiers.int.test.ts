import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { expect, it } from 'vitest'
import { startCloud } from '../start-cloud.js'
import { functionResource } from './lambda-resources.js'

const ASSETS = { echo: { 'index.mjs': 'export const handler = async () => "done"' } }
const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:work'

async function invoker() {
  const cloud = await startCloud(
    {
      Echo: functionResource('echo', { FunctionName: 'work' }),
      Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Echo' } } },
      Alias: {
        Type: 'AWS::Lambda::Alias',
        Properties: {
          FunctionName: { 'Fn::GetAtt': ['Echo', 'Arn'] },
          FunctionVersion: { 'Fn::GetAtt': ['Version', 'Version'] },
          Name: 'live',
        },
      },
    },
    { assets: ASSETS },
  )
  const lambda = new LambdaClient(cloud.clientConfig)
  return {
    cloud,
    invoke: (FunctionName: string, Qualifier?: string) =>
      lambda.send(new InvokeCommand({ FunctionName, ...(Qualifier === undefined ? {} : { Qualifier }) })),
  }
}

it('a function is invoked by its aliases and versions, and by no others', async () => {
  const { cloud, invoke } = await invoker()
  expect(cloud.physicalId('Alias')).toBe(`${FUNCTION}:live`)
  expect(cloud.attribute('Alias', 'AliasArn')).toBe(`${FUNCTION}:live`)
  expect(cloud.physicalId('Version')).toBe(`${FUNCTION}:1`)
  for (const name of ['work', 'work:live', 'work:1', 'work:$LATEST', `${FUNCTION}:live`])
    expect((await invoke(name)).StatusCode).toBe(200)
  for (const qualifier of ['live', '1', '$LATEST'])
    expect((await invoke('work', qualifier)).StatusCode).toBe(200)
  expect((await invoke('work:live', 'live')).StatusCode).toBe(200)
  for (const [name, qualifier] of [['work:old'], [`${FUNCTION}:old`], ['work', 'old'], ['work:2']] as const)
    await expect(invoke(name, qualifier)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: `Function not found: ${FUNCTION}:${name === 'work:2' ? '2' : 'old'}`,
    })
  await expect(invoke('work:live', '1')).rejects.toMatchObject({ name: 'InvalidParameterValueException' })
})
