/** Resources of hand-written templates. */
export const TABLE = {
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
      { AttributeName: 'obShard', AttributeType: 'S' },
      { AttributeName: 'obDue', AttributeType: 'S' },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-owner',
        KeySchema: [
          { AttributeName: 'obShard', KeyType: 'HASH' },
          { AttributeName: 'obDue', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    Replicas: [{ Region: { Ref: 'AWS::Region' } }],
  },
  Metadata: { 'aws:cdk:path': 'Shop/Outbox/Table/Resource' },
}

/** A queue whose messages go to `DeadLetters` after they were received once. */
export const QUEUES = {
  DeadLetters: { Type: 'AWS::SQS::Queue', Properties: { MessageRetentionPeriod: 1209600 } },
  Orders: {
    Type: 'AWS::SQS::Queue',
    Properties: {
      VisibilityTimeout: 60,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['DeadLetters', 'Arn'] }, maxReceiveCount: 1 },
      RedriveAllowPolicy: { redrivePermission: 'denyAll' },
    },
  },
}
