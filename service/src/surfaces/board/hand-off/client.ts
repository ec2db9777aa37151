import { find } from '../../../../../ui/elements.ts'

const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? ''
history.replaceState(null, '', location.pathname)

const waiting = document.getElementById('waiting')
const confirm = find('#confirm', HTMLButtonElement)

/** Whether too many wrong codes came from this address, so that no code is checked. */
let isTooOften = false

async function send<Body>(path: string): Promise<Body | undefined> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch(() => undefined)
  if (answer?.status === 429) isTooOften = true
  return answer?.ok ? answer.json() : undefined
}

function expire() {
  if (waiting) waiting.hidden = true
  if (confirm) confirm.hidden = true
  const expired = document.getElementById('expired')
  if (!expired) return
  if (isTooOften) expired.textContent = document.body.dataset.many ?? ''
  expired.hidden = false
}

/* Looking does not use the code; only the button does, and only once. */
const seen = await send<{ readonly display_name: string }>('/continue/look')
if (!seen || !confirm) expire()
else {
  if (waiting) waiting.hidden = true
  confirm.textContent = (confirm.dataset.text ?? '').replace('{name}', seen.display_name)
  confirm.hidden = false
  confirm.focus()
  confirm.addEventListener('click', async () => {
    confirm.disabled = true
    const done = await send('/continue')
    if (done) location.replace('/')
    else expire()
  })
}
