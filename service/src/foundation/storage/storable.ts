/** Whether a text of the database can hold it. What it cannot hold names nothing that is there. */
export function isStorable(text: string): boolean {
  return !text.includes('\0')
}

/** Without what no text of the database can hold. */
export function storable(text: string): string {
  return text.replaceAll('\0', '')
}
