/**
 * What an SDK client would otherwise look up in the environment and the AWS profile of whoever runs the local cloud:
 * `AWS_USE_FIPS_ENDPOINT=true`, for one, is refused beside an endpoint of one's own.
 * https://docs.aws.amazon.com/sdkref/latest/guide/settings-reference.html
 */
export const SERVICE_CLIENT_SETTINGS = {
  defaultsMode: 'standard',
  /** Whoever tries again does so by the cloud's clock; the SDK would wait in real time. */
  maxAttempts: 1,
  retryMode: 'standard',
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
} as const
