import type { Fauxqs } from '../fauxqs/fauxqs.js'
import { LocalCloudError } from '../local-cloud-error.js'
import type { ResourceProvider } from '../resource-provider.js'

/** `Ref` is the bucket's name. */
export function bucketProvider(fauxqs: Fauxqs, region: string): ResourceProvider {
  return {
    type: 'AWS::S3::Bucket',
    provision: async ({ properties, generatedName }) => {
      const name = String(properties['BucketName'] ?? generatedName.toLowerCase())
      const { statusCode } = await fauxqs.s3({
        method: 'PUT',
        url: `/${encodeURIComponent(name)}`,
        headers: {},
        body: Buffer.alloc(0),
      })
      if (statusCode >= 400) throw new LocalCloudError(`the S3 emulator refuses the bucket name '${name}'.`)
      return {
        ref: name,
        attributes: {
          Arn: `arn:aws:s3:::${name}`,
          DomainName: `${name}.s3.amazonaws.com`,
          RegionalDomainName: `${name}.s3.${region}.amazonaws.com`,
        },
      }
    },
  }
}
