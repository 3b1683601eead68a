import type { IGrantable } from 'aws-cdk-lib/aws-iam'
import type { DeliveryResources } from './delivery-environment.js'
import { grantDelivery } from './grant-delivery.js'

/** What the relay does, and nothing else. */
export function grantRelay(relay: IGrantable, resources: DeliveryResources): void {
  resources.table.grantStreamRead(relay)
  grantDelivery(relay, resources)
}
