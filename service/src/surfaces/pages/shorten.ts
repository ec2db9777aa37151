/** The beginning of a plain text. Cuts at a space if the language has spaces; never inside a character. */
export function shortened(plain: string, most: number): string {
  if (plain.length <= most) return plain
  const space = plain.lastIndexOf(' ', most)
  const cut = plain.slice(0, space > most / 2 ? space : most).replace(/[\ud800-\udbff]$/, '')
  return `${cut.trim()} …`
}
