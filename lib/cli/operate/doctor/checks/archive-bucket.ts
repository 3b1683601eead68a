import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { archivePrefix } from '../../../../archive/archive-prefix.js'
import { ENVIRONMENT } from '../../../../environment.js'
import { errorName } from '../../../../error-name.js'
import { archiveClient } from '../../../archive/archive-client.js'
import { isDenied } from '../../is-denied.js'
import { ok, problem, unknown } from '../answers.js'
import type { Check } from '../check.js'

const MEND = 'docs/operations.md#archive-delay'

/**
 * Whether the bucket is there. Whether the sweeper may write to it, only writing tells, and what waits.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export const archiveBucket: Check = {
  name: 'archive',
  run: async ({ clients, outbox: { name, environment, stack }, region }) => {
    const bucket = environment[ENVIRONMENT.archiveBucket]
    if (!bucket)
      return stack === undefined
        ? unknown('Whether there is one is not known', 'give --stack <name>')
        : ok('there is none')
    const client = archiveClient(clients)
    try {
      await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: archivePrefix(name), MaxKeys: 1 }))
      return ok(`bucket ${bucket}`)
    } catch (error) {
      if (errorName(error) === 'NoSuchBucket')
        return problem(`There is no bucket ${bucket}: what is to be archived waits in the table`, MEND)
      if (errorName(error) === 'PermanentRedirect')
        return problem(
          `Bucket ${bucket} is not in ${region}, and the sweeper writes there: what is to be archived waits in the table`,
          MEND,
        )
      if (isDenied(error))
        return unknown(`You may not s3:ListBucket ${bucket}`, 'have s3:ListBucket added to your role')
      throw error
    } finally {
      client.destroy()
    }
  },
}
