import { App, Stack, type StackProps } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { TransactionalOutbox, type TransactionalOutboxProps } from 'serverless-outbox/cdk'

// The CDK's own check of templates loads a WebAssembly engine for seconds; the example's test runs it once.
process.env['CDK_VALIDATION'] = 'false'

export interface OutboxFixture {
  readonly stack: Stack
  readonly outbox: TransactionalOutbox
  /** Synthesises. */
  readonly template: () => Template
}

type PropsIn = TransactionalOutboxProps | ((stack: Stack) => TransactionalOutboxProps)

/** A stack `Shop` with an outbox `Outbox`. */
export function outboxFixture(props: PropsIn = {}, stackProps?: StackProps): OutboxFixture {
  const stack = new Stack(new App(), 'Shop', stackProps)
  const outbox = new TransactionalOutbox(stack, 'Outbox', typeof props === 'function' ? props(stack) : props)
  return { stack, outbox, template: () => Template.fromStack(stack) }
}

type Resource = Readonly<Record<string, unknown>> & { readonly Properties: Readonly<Record<string, unknown>> }

/** The one resource of a type whose logical id begins so. */
export function resource(template: Template, type: string, idPrefix: string): Resource {
  const found = Object.entries(template.findResources(type)).filter(([id]) => id.startsWith(idPrefix))
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`${found.length} resources of type ${type} begin with ${idPrefix}`)
  return found[0][1] as Resource
}

/** A function's variables as it would see them: what only the deployment knows becomes its resource's logical id. */
export function variables(template: Template, idPrefix: string): Record<string, string> {
  const { Environment } = resource(template, 'AWS::Lambda::Function', idPrefix).Properties
  const values = (Environment as { Variables: Record<string, unknown> }).Variables
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

/** The variables that a parser asks for. */
export function variablesRead(
  parse: (environment: Readonly<Record<string, string>>) => unknown,
  environment: Readonly<Record<string, string>>,
): string[] {
  const names = new Set<string>()
  parse(
    new Proxy(environment, {
      get(target, name: string) {
        names.add(name)
        return target[name]
      },
    }),
  )
  return [...names]
}

export function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('Nothing was thrown')
}
