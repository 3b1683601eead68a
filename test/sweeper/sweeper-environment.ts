import { ENVIRONMENT } from '../../lib/environment.js'
import { RELAY_VARIABLES } from '../relay/relay-environment.js'

/** What the construct gives the sweeper's function. */
export const SWEEPER_VARIABLES: Readonly<Record<string, string>> = {
  ...RELAY_VARIABLES,
  [ENVIRONMENT.backoffBaseSeconds]: '60',
  [ENVIRONMENT.backoffCapSeconds]: '900',
  [ENVIRONMENT.relayMappingId]: '01234567-89ab-4def-8123-456789abcdef',
  [ENVIRONMENT.relayTimeoutSeconds]: '60',
  [ENVIRONMENT.graceSeconds]: '4500',
  [ENVIRONMENT.leaseSeconds]: '120',
  [ENVIRONMENT.giveUpAfterSeconds]: '86400',
  [ENVIRONMENT.maxPublishRate]: '',
}
