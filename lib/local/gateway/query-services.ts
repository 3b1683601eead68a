/** A service that speaks the AWS Query protocol, by the name it is signed for. */
export interface QueryService {
  /** The service's name in IAM. */
  readonly name: string
  /** Of its answers. */
  readonly xmlNamespace: string
}

export const QUERY_SERVICES: Readonly<Record<string, QueryService>> = {
  cloudformation: {
    name: 'cloudformation',
    xmlNamespace: 'http://cloudformation.amazonaws.com/doc/2010-05-15/',
  },
  sts: { name: 'sts', xmlNamespace: 'https://sts.amazonaws.com/doc/2011-06-15/' },
  monitoring: { name: 'cloudwatch', xmlNamespace: 'http://monitoring.amazonaws.com/doc/2010-08-01/' },
}

export function xmlNamespaceOf(service: string): string {
  const found = Object.values(QUERY_SERVICES).find(({ name }) => name === service)
  return found?.xmlNamespace ?? `https://${service}.amazonaws.com/doc/`
}
