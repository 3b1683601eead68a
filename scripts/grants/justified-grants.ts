const BY_CDK = 'aws-cdk-lib gives it along with the action that is used.'
const LAMBDA_POLLS =
  "Lambda's own poller asks for it: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html"
const EVERY_WRITE =
  'grantWrite lets a service write as it needs to; test/local/iam/writers.int.test.ts tries each.'

/** Grants that no test uses, each with its reason. An entry that is not needed is an error. */
export const JUSTIFIED_GRANTS: Readonly<Record<string, string>> = {
  'OrdersApi/ServiceRole: dynamodb:ConditionCheckItem on Outbox/Table': EVERY_WRITE,
  'OrdersApi/ServiceRole: dynamodb:DeleteItem on Outbox/Table': EVERY_WRITE,
  'OrdersApi/ServiceRole: dynamodb:UpdateItem on Outbox/Table': EVERY_WRITE,
  'OrdersApi/ServiceRole: dynamodb:GetItem on Outbox/Table/index/*': BY_CDK,
  'Outbox/Redrive/ServiceRole: sqs:ChangeMessageVisibility on Outbox/RedriveQueue': LAMBDA_POLLS,
  'Shipping/Function/ServiceRole: sqs:ChangeMessageVisibility on Shipping/Queue': LAMBDA_POLLS,
  'Shipping/Function/ServiceRole: sqs:GetQueueUrl on Shipping/Queue': BY_CDK,
  'events.amazonaws.com by the policy of Shipping/Queue: sqs:GetQueueAttributes on Shipping/Queue': BY_CDK,
  'events.amazonaws.com by the policy of Shipping/Queue: sqs:GetQueueUrl on Shipping/Queue': BY_CDK,
}
