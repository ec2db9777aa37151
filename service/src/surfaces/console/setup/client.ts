// The assistant: suggests a slug while the name is typed, and shows the results of tokens while somebody tests the sign-in.
import { find, findAll, need } from '../../../../../ui/elements.ts'

const EVERY_MS = 2000
const GIVE_UP_MS = 30 * 60 * 1000

/** The results of tokens since the page was opened, as the service sends them. */
interface News {
  readonly accepted_at: string | null
  readonly refused: {
    readonly at: string
    readonly title: string
    readonly code: string
    readonly remedy: string
    readonly broken: string | null
    readonly kid: string | null
    readonly audience: string
  } | null
}

const slug = find('#slug', HTMLInputElement)
if (slug) suggestSlug(need('#name', HTMLInputElement), slug, need('#slug-shown', HTMLElement))
const panel = find('[data-live-check]', HTMLElement)
if (panel) watchSignIn(panel)

function suggestSlug(name: HTMLInputElement, slug: HTMLInputElement, shown: HTMLElement): void {
  let isOwn = slug.value !== ''
  const { example = '' } = shown.dataset
  const tell = () => {
    shown.textContent = slug.value || example
  }
  name.addEventListener('input', () => {
    if (isOwn) return
    const plain = name.value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    slug.value = plain
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, slug.maxLength)
      .replace(/^-+|-+$/g, '')
    tell()
  })
  slug.addEventListener('input', () => {
    isOwn = slug.value !== ''
    tell()
  })
}

function watchSignIn(panel: HTMLElement): void {
  const { liveCheck: path, since = '', noKid = '', justNow = '' } = panel.dataset
  const startedAt = performance.now()
  const part = (name: string) => need(`[data-${name}]`, HTMLElement, panel)
  const fill = (name: string, text: string) =>
    part(name).replaceChildren(
      ...text.split('`').map((piece, at) => {
        const node = document.createElement(at % 2 ? 'code' : 'span')
        node.textContent = piece
        return node
      }),
    )
  const turnTo = (state: 'accepted' | 'refused') => {
    for (const part of findAll('[data-when]', HTMLElement, panel)) part.hidden = part.dataset.when !== state
    panel.classList.toggle('good', state === 'accepted')
    panel.classList.toggle('bad', state === 'refused')
  }
  const show = ({ accepted_at: acceptedAt, refused }: News) => {
    if (refused && (!acceptedAt || refused.at > acceptedAt)) {
      fill('title', refused.title)
      fill('code', refused.code)
      fill('remedy', refused.remedy)
      fill('broken', refused.broken ?? '')
      part('broken').hidden = !refused.broken
      fill('kid', refused.kid ?? noKid)
      fill('audience', refused.audience)
      turnTo('refused')
    } else if (acceptedAt) {
      fill('ago', justNow)
      turnTo('accepted')
    }
  }
  const look = async () => {
    if (performance.now() - startedAt > GIVE_UP_MS) {
      part('reload').hidden = false
      return
    }
    try {
      // Another tab is in front while somebody signs in, so this one continues in the background.
      const answer = await fetch(`${path}?since=${encodeURIComponent(since)}`, {
        headers: { accept: 'application/json' },
      })
      if (answer.ok) show(await answer.json())
    } catch {} // the next request may succeed
    setTimeout(look, EVERY_MS)
  }
  part('reload').hidden = true
  setTimeout(look, EVERY_MS)
}
