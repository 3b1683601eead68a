import { ContractsError } from './contracts-error.js'

/** What an event type is called in files and in TypeScript. */
export interface ContractNames {
  /** `order.placed`: what a file system and a URL take as it is. */
  readonly file: string
  /** `OrderPlaced`. */
  readonly type: string
}

/** The names of an event type. @throws ContractsError when nothing of it is a letter or digit of ASCII */
export function contractNames(eventType: string): ContractNames {
  const latin = eventType.normalize('NFD').replace(/\p{M}/gu, '')
  const file = latin.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '')
  const type = latin
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .replace(/^\d+/, '')
    // As json-schema-to-typescript spells its names.
    .replace(/\d+[a-z]/g, (text) => text.toUpperCase())
  if (type === '')
    throw new ContractsError(
      `Expected the type of event \`${eventType}\` to hold a letter from A to Z, got none: files and TypeScript types are named by it`,
    )
  return { file, type: type.charAt(0).toUpperCase() + type.slice(1) }
}
