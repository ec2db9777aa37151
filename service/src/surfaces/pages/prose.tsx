/** The HTML of a written text. Safe to insert: foundation/markdown made this HTML and lets no markup of the writer through. */
export function Written({ html }: { html: string }) {
  return html === '' ? null : <div class="prose" dangerouslySetInnerHTML={{ __html: withDirections(html) }} />
}

const BLOCK = /<(\/?)(?:p|ul|ol|blockquote|table|h[1-6])(?=[ >])/g

/**
 * The first letter of an outer block decides the direction of everything in it, so that the items of a list are on the side where its text begins.
 */
export function withDirections(html: string): string {
  let depth = 0
  return html.replace(BLOCK, (tag, end: string) => {
    if (end) depth -= 1
    else depth += 1
    return !end && depth === 1 ? `${tag} dir="auto"` : tag
  })
}
