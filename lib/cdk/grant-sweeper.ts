import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IEventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import { OWNER_INDEX } from '../store/layout.js'
import type { DeliveryResources } from './delivery-environment.js'
import { grantArchive } from './grant-archive.js'
import { grantDelivery } from './grant-delivery.js'

export interface SweptResources extends DeliveryResources {
  readonly relayMapping: IEventSourceMapping
  readonly outboxName: string
}

/** What the sweeper does, and nothing else. */
export function grantSweeper(sweeper: IGrantable, resources: SweptResources): void {
  grantDelivery(sweeper, resources)
  grantArchive(sweeper, resources)
  Grant.addToPrincipal({
    grantee: sweeper,
    // No condition on keys: the index holds nothing but keys, those of outbox rows and of items that somebody gave our
    // attributes.
    actions: ['dynamodb:Query', 'dynamodb:Scan'],
    resourceArns: [`${resources.table.tableArn}/index/${OWNER_INDEX}`],
  })
  Grant.addToPrincipal({
    grantee: sweeper,
    actions: ['lambda:GetEventSourceMapping'],
    resourceArns: [resources.relayMapping.eventSourceMappingArn],
  })
}
