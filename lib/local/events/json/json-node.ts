/**
 * A JSON value that still knows its source text, so that a part of a document can be passed on byte for byte:
 * `1.0`, `1e2`, `\u00e9`, the order of keys and the white space all survive.
 */
export type JsonNode =
  | { readonly kind: 'object'; readonly text: string; readonly members: ReadonlyMap<string, JsonNode> }
  | { readonly kind: 'array'; readonly text: string; readonly elements: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly text: string; readonly value: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: 'true' | 'false' | 'null' }
