import { mappingWorld } from './mapping-world.js'
import { streamMappingContract } from './stream-mapping-contract.js'

streamMappingContract('the core', mappingWorld)
