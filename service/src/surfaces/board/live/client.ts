import { find, findAll } from '../../../../../ui/elements.ts'
import { follow } from '../../../../../ui/live.ts'
import { offer, onOffer } from '../../../../../ui/offer.ts'
import { showVotes } from '../marks/client.ts'
import { announce, texts } from '../shared/announce-client.ts'
import type { LiveNew, LivePost } from './messages.ts'

/* Numbers and statuses change where they stand. Whatever would move what somebody reads is only offered. */

/** On which page this is; undefined: it follows nothing. */
const { live } = texts
/** The ideas that came since the page was made. */
const fresh = new Set<number>()

if (live !== undefined) {
  follow({
    address: '/live',
    hear: {
      post: (data) => showPost(JSON.parse(data) as LivePost), // as live/routes.ts writes it
      new: (data) => countNew(JSON.parse(data) as LiveNew),
      reset: () => offerReload(texts.changed),
    },
    onGap: () => offerReload(texts.changed),
  })
}

function showPost(post: LivePost): void {
  const path = `/posts/${post.number}/vote`
  const forms = findAll('form[data-act=vote]', HTMLFormElement).filter(
    ({ action }) => new URL(action).pathname === path,
  )
  showVotes(forms, post)
  for (const form of forms) {
    const place = form.closest('.card, .post')
    if (place) showFacts(place, post)
  }
  if (live === 'roadmap') lookAtColumns(forms, post)
}

function showFacts(place: Element, post: LivePost): void {
  for (const pill of place.querySelectorAll('.facts .status')) showStatus(pill, post)
  const count = find('.comment-count', HTMLElement, place)
  const before = Number(count?.dataset.count ?? 0)
  if (count) {
    count.textContent = post.comments_text
    count.hidden = post.comments === 0
  }
  if (live === 'post' && post.comments > before) offerComments(post.comments - before)
  else if (count && live !== 'post') count.dataset.count = String(post.comments)
}

/** Its dot and tint have the colour as an attribute, because pages allow no style in elements. */
function showStatus(pill: Element, { status }: LivePost): void {
  const name = pill.lastChild
  if (!name || name.nodeValue === status.name) return
  name.nodeValue = status.name
  for (const part of pill.querySelectorAll('[fill]')) part.setAttribute('fill', status.color)
  if (live === 'post') announce(status.name)
}

/** An idea stays in its column until the page is read again. */
function lookAtColumns(forms: readonly HTMLFormElement[], { status }: LivePost): void {
  const columns = findAll('.column', HTMLElement)
  const column = columns.find((column) => column.getAttribute('aria-labelledby') === status.id)
  const isInPlace = forms.length === 0 ? !column || isFull(column) : forms.every((form) => column?.contains(form))
  if (!isInPlace) offerReload(texts.changed)
}

/** A column shows the first ideas; what is not among them changes nothing. */
function isFull(column: HTMLElement): boolean {
  return column.dataset.more !== undefined
}

function countNew({ number }: LiveNew): void {
  if (live !== 'ideas' || location.pathname !== '/') return // the pages of categories and searches have only some ideas
  const isShown = findAll('form[data-act=vote]', HTMLFormElement).some(
    ({ action }) => new URL(action).pathname === `/posts/${number}/vote`,
  )
  if (isShown || fresh.has(number)) return
  fresh.add(number)
  offer((texts.newIdeas ?? '').replace('{n}', said(fresh.size)), '/?sort=new')
}

function offerComments(n: number): void {
  offer((texts.newComments ?? '').replace('{n}', said(n)), `${location.pathname}${location.search}#discussion`)
}

function offerReload(text: string | undefined): void {
  offer(text ?? '', location.pathname + location.search)
}

/** The same page is read again, also where only the part after # differs. */
onOffer(({ pathname, search, hash }) => {
  if (pathname !== location.pathname || search !== location.search) return false
  if (hash) history.replaceState(undefined, '', hash)
  location.reload()
  return true
})

function said(n: number): string {
  return new Intl.NumberFormat(document.documentElement.lang).format(n)
}
