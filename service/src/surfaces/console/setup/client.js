// The assistant: a slug while the name is typed, and what becomes of tokens while somebody tries their sign-in.
;(() => {
  const [name, slug, shown] = ['name', 'slug', 'slug-shown'].map((id) => document.getElementById(id))
  if (name && slug && shown) {
    let isOwn = slug.value !== ''
    const tell = () => {
      shown.textContent = slug.value || 'your-slug'
    }
    name.addEventListener('input', () => {
      if (isOwn) return
      const plain = name.value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
      slug.value = plain
        .replace(/[^a-z0-9]+/g, '-')
        .slice(0, 63)
        .replace(/^-+|-+$/g, '')
      tell()
    })
    slug.addEventListener('input', () => {
      isOwn = slug.value !== ''
      tell()
    })
  }

  const panel = document.querySelector('[data-live-check]')
  if (!panel) return
  const EVERY_MS = 2000
  const GIVE_UP_MS = 30 * 60 * 1000
  const { liveCheck: path, since } = panel.dataset
  const startedAt = performance.now()
  const fill = (part, text) => {
    const place = panel.querySelector(`[data-${part}]`)
    place.replaceChildren(
      ...text.split('`').map((piece, at) => {
        const node = document.createElement(at % 2 ? 'code' : 'span')
        node.textContent = piece
        return node
      }),
    )
  }
  const turnTo = (state) => {
    for (const part of panel.querySelectorAll('[data-when]')) part.hidden = part.dataset.when !== state
    panel.classList.toggle('good', state === 'accepted')
    panel.classList.toggle('bad', state === 'refused')
  }
  const show = ({ accepted_at: acceptedAt, refused }) => {
    if (refused && (!acceptedAt || refused.at > acceptedAt)) {
      fill('title', refused.title)
      fill('code', refused.code)
      fill('remedy', refused.remedy)
      fill('broken', refused.broken ?? '')
      panel.querySelector('[data-broken]').hidden = !refused.broken
      fill('kid', refused.kid ?? 'none')
      fill('audience', refused.audience)
      turnTo('refused')
    } else if (acceptedAt) {
      fill('ago', ' (just now)')
      turnTo('accepted')
    }
  }
  const look = async () => {
    if (performance.now() - startedAt > GIVE_UP_MS) {
      panel.querySelector('[data-reload]').hidden = false
      return
    }
    try {
      // Another tab is in front while somebody signs in, so it goes on behind it.
      const answer = await fetch(`${path}?since=${encodeURIComponent(since)}`, {
        headers: { accept: 'application/json' },
      })
      if (answer.ok) show(await answer.json())
    } catch {} // the next look may get through
    setTimeout(look, EVERY_MS)
  }
  panel.querySelector('[data-reload]').hidden = true
  setTimeout(look, EVERY_MS)
})()
