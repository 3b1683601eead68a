/** `oldestPendingAge` as `oldest-pending-age`. */
export function kebabCase(camelCase: string): string {
  return camelCase.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
