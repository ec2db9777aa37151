/** Whether the database can store this text. No stored object has a name that it cannot store. */
export function isStorable(text: string): boolean {
  return !text.includes('\0')
}

/** Removes the characters that the database cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\0', '')
}
