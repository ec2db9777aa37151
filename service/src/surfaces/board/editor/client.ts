import { find } from '../../../../../ui/elements.ts'
import type * as Writing from './writing-client.ts'

/* Visitors who only read do not load the editor. */
const tools = find('template#editor', HTMLTemplateElement)
const address = tools?.dataset.script
if (tools && address) {
  const opened = new WeakSet<Element>()
  const open = async ({ target }: Event) => {
    if (!(target instanceof HTMLTextAreaElement) || target.name !== 'body' || opened.has(target)) return
    opened.add(target)
    const { helpWriting }: typeof Writing = await import(/* @vite-ignore */ address)
    helpWriting(target, tools)
  }
  document.addEventListener('focusin', (event) => void open(event))
}
