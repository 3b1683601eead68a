export { type LocalCloudFixtures, localCloudTest } from './local-cloud-test.js'
