import type { JsonRecord } from '../record.js'

export interface TemplateResource {
  readonly Type: string
  readonly Properties?: JsonRecord
  readonly DependsOn?: string | readonly string[]
  readonly Condition?: string
  readonly Metadata?: JsonRecord
}

export interface TemplateParameter {
  readonly Type?: string
  readonly Default?: unknown
}

export interface TemplateOutput {
  readonly Description?: string
  readonly Value?: unknown
  readonly Condition?: string
  readonly Export?: { readonly Name?: unknown }
}

/**
 * The parts of a CloudFormation template that the local cloud acts on.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/template-anatomy.html
 */
export interface Template {
  readonly Description?: string
  readonly Parameters?: Readonly<Record<string, TemplateParameter>>
  readonly Mappings?: Readonly<Record<string, Readonly<Record<string, JsonRecord>>>>
  readonly Conditions?: JsonRecord
  readonly Resources?: Readonly<Record<string, TemplateResource>>
  readonly Outputs?: Readonly<Record<string, TemplateOutput>>
}
