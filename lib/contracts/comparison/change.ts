/** One difference between a published contract and the one that the code has now. */
export interface Change {
  /** Where in the detail: `data.total.cents`, `data.lines[].sku`, `data.prices.*`. */
  readonly path: string
  /** What happened: `required property removed`. */
  readonly what: string
  /** True when a consumer that was built against the published contract can go on as it is. */
  readonly compatible: boolean
}
