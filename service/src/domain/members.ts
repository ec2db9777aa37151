/** The members of a change as the API calls them, for the event that says what was changed. */
export function membersOf(change: object): string[] {
  return Object.keys(change).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}
