import { hasControls } from '../../../domain/texts/index.ts'

/** The path is kept in a cookie, and a browser may have several of them at once. */
const LONGEST = 1_000

/**
 * A path on this board, or its front page. It is parsed as a browser does, against an invented origin: an address that
 * leads elsewhere is refused. The result is serialised again, so nothing hidden is left in it.
 */
export function returnPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > LONGEST || !text.startsWith('/')) return '/'
  // Browsers read \ as / and drop tabs and line ends; a path with any of them was made to be misread.
  if (/^\/[/\\]/.test(text) || text.includes('\\') || hasControls(text)) return '/'
  const base = 'http://board.invalid'
  if (!URL.canParse(text, base)) return '/'
  const url = new URL(text, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return '/'
  const path = url.pathname + url.search + url.hash
  return path.length > LONGEST ? '/' : path
}
