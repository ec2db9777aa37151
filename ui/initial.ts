/** Shown for a project without a logo. */
export function initialOf(name: string): string {
  return ([...name][0] ?? '').toUpperCase()
}
