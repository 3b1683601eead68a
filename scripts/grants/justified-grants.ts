const BY_CDK = 'aws-cdk-lib gives it along with the action that is used.'
const LAMBDA_POLLS =
  "Lambda's own poller asks for it: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html"
const BY_POWERTOOLS =
  'Powertools reads the record of an event where DynamoDB does not send it along with the failed condition.'
const BY_THE_EXAMPLE = 'The consumers of the example use it, whose grants the same lines make.'
const EVERY_WRITE =
  'grantWrite lets a service write as it needs to; test/local/iam/writers.int.test.ts tries each.'

/** Grants that no test uses, each with its reason. An entry that is not needed is an error. */
export const JUSTIFIED_GRANTS: Readonly<Record<string, string>> = {
  'OrdersApi/ServiceRole: dynamodb:ConditionCheckItem on Outbox/Table': EVERY_WRITE,
  'OrdersApi/ServiceRole: dynamodb:DeleteItem on Outbox/Table': EVERY_WRITE,
  'OrdersApi/ServiceRole: dynamodb:UpdateItem on Outbox/Table': EVERY_WRITE,
  'OrdersApi/ServiceRole: dynamodb:GetItem on Outbox/Table/index/*': BY_CDK,
  'Outbox/Redrive/ServiceRole: sqs:ChangeMessageVisibility on Outbox/RedriveQueue': LAMBDA_POLLS,
  'Notifications/Function/ServiceRole: dynamodb:GetItem on Outbox/Table/Consumer/Inbox': BY_POWERTOOLS,
  'Audit/Function/ServiceRole: sqs:ChangeMessageVisibility on Audit/Consumer/Queue': LAMBDA_POLLS,
  'Notifications/Function/ServiceRole: sqs:ChangeMessageVisibility on Notifications/Consumer/Queue':
    LAMBDA_POLLS,
  'Shipping/Function/ServiceRole: sqs:ChangeMessageVisibility on Shipping/Consumer/Queue': LAMBDA_POLLS,
  'events.amazonaws.com by the policy of Outbox/Consumer/Queue: sqs:GetQueueAttributes on Outbox/Consumer/Queue':
    BY_CDK,
  'events.amazonaws.com by the policy of Outbox/Consumer/Queue: sqs:GetQueueUrl on Outbox/Consumer/Queue':
    BY_CDK,
  'events.amazonaws.com by the policy of Outbox/Consumer/UndeliveredQueue: sqs:SendMessage on Outbox/Consumer/UndeliveredQueue':
    BY_THE_EXAMPLE,
  'events.amazonaws.com by the policy of Audit/Consumer/Queue: sqs:GetQueueAttributes on Audit/Consumer/Queue':
    BY_CDK,
  'events.amazonaws.com by the policy of Audit/Consumer/Queue: sqs:GetQueueUrl on Audit/Consumer/Queue':
    BY_CDK,
  'events.amazonaws.com by the policy of Notifications/Consumer/Queue: sqs:GetQueueAttributes on Notifications/Consumer/Queue':
    BY_CDK,
  'events.amazonaws.com by the policy of Notifications/Consumer/Queue: sqs:GetQueueUrl on Notifications/Consumer/Queue':
    BY_CDK,
  'events.amazonaws.com by the policy of Shipping/Consumer/Queue: sqs:GetQueueAttributes on Shipping/Consumer/Queue':
    BY_CDK,
  'events.amazonaws.com by the policy of Shipping/Consumer/Queue: sqs:GetQueueUrl on Shipping/Consumer/Queue':
    BY_CDK,
}
