import { optionalText, type Permissions, type PermissionsOf, text } from './requested-action.js'

const onFunction =
  (action: string): PermissionsOf =>
  (input, { arns }) => [
    { action: `lambda:${action}`, resource: arns.lambdaFunction(text(input, 'FunctionName')) },
  ]

const onMapping =
  (action: string): PermissionsOf =>
  async (input, { arns, mappedFunction }) => {
    const uuid = text(input, 'UUID')
    const functionArn = await mappedFunction(uuid)
    return [
      {
        action: `lambda:${action}`,
        resource: arns.eventSourceMapping(uuid),
        ...(functionArn === undefined ? {} : { context: { 'lambda:FunctionArn': functionArn } }),
      },
    ]
  }

const onTagged =
  (action: string): PermissionsOf =>
  (input) => [{ action: `lambda:${action}`, resource: text(input, 'Resource') }]

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_awslambda.html */
export const LAMBDA_PERMISSIONS: Permissions = {
  CreateEventSourceMapping: (input, { arns }) => [
    {
      action: 'lambda:CreateEventSourceMapping',
      resource: '*',
      context: { 'lambda:FunctionArn': arns.lambdaFunction(text(input, 'FunctionName')) },
    },
  ],
  DeleteEventSourceMapping: onMapping('DeleteEventSourceMapping'),
  DeleteFunctionConcurrency: onFunction('DeleteFunctionConcurrency'),
  GetEventSourceMapping: onMapping('GetEventSourceMapping'),
  GetFunction: onFunction('GetFunction'),
  GetFunctionConcurrency: onFunction('GetFunctionConcurrency'),
  GetFunctionConfiguration: onFunction('GetFunctionConfiguration'),
  GetFunctionEventInvokeConfig: onFunction('GetFunctionEventInvokeConfig'),
  GetFunctionUrlConfig: onFunction('GetFunctionUrlConfig'),
  GetPolicy: onFunction('GetPolicy'),
  Invoke: (input, { arns }) => {
    const qualifier = optionalText(input, 'Qualifier')
    const functionArn = arns.lambdaFunction(text(input, 'FunctionName'))
    return [
      {
        action: 'lambda:InvokeFunction',
        resource: qualifier === undefined ? functionArn : `${functionArn}:${qualifier}`,
      },
    ]
  },
  ListEventSourceMappings: () => [{ action: 'lambda:ListEventSourceMappings', resource: '*' }],
  ListFunctions: () => [{ action: 'lambda:ListFunctions', resource: '*' }],
  ListTags: onTagged('ListTags'),
  PutFunctionConcurrency: onFunction('PutFunctionConcurrency'),
  TagResource: onTagged('TagResource'),
  UntagResource: onTagged('UntagResource'),
  UpdateEventSourceMapping: onMapping('UpdateEventSourceMapping'),
  UpdateFunctionConfiguration: onFunction('UpdateFunctionConfiguration'),
}
