// The tools of the board above an answer or a note, with the list of people to mention. Pages work without it.
import type { Person } from '../../../../../ui/editor/host.ts'
import { helpWriting } from '../../../../../ui/editor/writing.ts'
import { need } from '../../../../../ui/elements.ts'

const helped = new WeakSet<Element>()

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLTextAreaElement) || helped.has(target)) return
  const { people } = target.dataset
  if (people === undefined) return
  helped.add(target)
  const copy = document.importNode(need('template#editor', HTMLTemplateElement).content, true)
  const editor = need('.editor', HTMLElement, copy)
  target.before(copy)
  helpWriting(target, editor, { people: () => readPeople(people), signal: new AbortController().signal })
})

async function readPeople(address: string): Promise<readonly Person[]> {
  const answer = await fetch(address, { headers: { accept: 'application/json' } })
  const { people = [] }: { people?: readonly Person[] } = await answer.json()
  return people
}
