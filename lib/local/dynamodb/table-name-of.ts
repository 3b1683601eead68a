/** The API takes a table's ARN for its name. */
export function tableNameOf(nameOrArn: string): string {
  return /^arn:[^:]+:dynamodb:[^:]*:[^:]*:table\/([^/]+)/.exec(nameOrArn)?.[1] ?? nameOrArn
}
