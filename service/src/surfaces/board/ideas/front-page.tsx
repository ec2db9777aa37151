import { randomBytes } from 'node:crypto'
import { renderToString } from 'preact-render-to-string'
import { openMemory } from '../../../foundation/memory/index.ts'
import { escaped, RenderedPage } from '../../pages/index.ts'
import { IdeasPage, type IdeasPageProps } from './page.tsx'

/** Stand for what is different each time. They are random, so no text can contain them. */
const CARDS = randomBytes(16).toString('hex')
const NEXT = randomBytes(16).toString('hex')

/** What stands around the cards and around the address of the next page. */
interface Frame {
  readonly beforeCards: string
  readonly beforeNext: string
  readonly end: string
}

/** Names are as long as the names of all statuses and tags. */
const frames = openMemory<Frame>({ most: 1_000, mostBytes: 10_000_000, freshMs: Number.POSITIVE_INFINITY })

/**
 * The front page for visitors who are not signed in. All see the same around the cards, and it changes rarely, while rendering it takes longer than all the rest of
 * the page. So it is rendered once for each name.
 */
export function frontPage(props: IdeasPageProps): RenderedPage {
  const name = nameOf(props)
  const { beforeCards, beforeNext, end } = frames.fresh(name) ?? frameOf(name, props)
  const next = props.next === undefined ? '' : escaped(props.next)
  return new RenderedPage(beforeCards + props.cards + beforeNext + next + end)
}

function frameOf(name: string, props: IdeasPageProps): Frame {
  const { cards, next } = props
  const page = IdeasPage({ ...props, cards: cards && CARDS, next: next && NEXT })
  const [beforeCards = '', afterCards = ''] = cutAt(CARDS, renderToString(page))
  const [beforeNext = '', end = ''] = cutAt(NEXT, afterCards)
  const frame = { beforeCards, beforeNext, end }
  frames.set(name, frame, name.length + beforeCards.length + afterCards.length)
  return frame
}

/** All of it comes before a mark that is not there. */
function cutAt(mark: string, html: string): string[] {
  return html.split(mark, 2)
}

/** All that the frame shows. Nobody is signed in, so nothing in it is about the visitor but their choices. */
function nameOf({ view, query, welcome, now, narrowings, cards, next }: IdeasPageProps): string {
  const { project, words, theme, path, list, origin, sendsMail } = view
  const { statuses, tags, categories } = narrowings
  const shown = [welcome, now?.building, now?.shipped, statuses, tags, categories, cards !== '', next !== undefined]
  return JSON.stringify([project, words.language, theme, path, list, origin, sendsMail, query, shown])
}
