/** The beginning of a plain text. Cuts at a space if the language has spaces, and never inside a character; marks before the cut are left out. */
export function shortened(plain: string, most: number): string {
  if (plain.length <= most) return plain
  const space = plain.lastIndexOf(' ', most)
  const cut = plain.slice(0, space > most / 2 ? space : most).replace(/[\ud800-\udbff]$/, '')
  return `${cut.replace(/[\s\p{Pd}.,;:!?…、。，；：！？،؛؟]+$/u, '')}…`
}
