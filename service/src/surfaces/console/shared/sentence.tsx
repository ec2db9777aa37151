import type { ComponentChildren } from 'preact'
import type { ConsoleKey } from '../../../../../ui/words/console/words.ts'
import type { View } from './view.ts'

type Part = ComponentChildren | ((inner: ComponentChildren) => ComponentChildren)
type Parts = Readonly<Record<string, Part>>

interface SentenceProps {
  readonly view: Pick<View, 'words'>
  readonly of: ConsoleKey
  /** Chooses the plural. */
  readonly n?: number
  readonly with?: Parts
}

/**
 * A text of the catalogue that holds elements: {name} stands for a part, and <name>…</name> is a part around some words.
 * The parts are never read as text, so what people typed cannot be taken for a name.
 */
export function Sentence({ view, of: key, n, with: parts = {} }: SentenceProps) {
  return <>{fill(view.words.say(key, n === undefined ? {} : { n }), { ...MARKS, ...parts })}</>
}

const MARKS: Parts = {
  b: (inner) => <b>{inner}</b>,
  code: (inner) => <code>{inner}</code>,
  kbd: (inner) => <kbd>{inner}</kbd>,
}

const PLACE = /\{(\w+)\}|<(\w+)>(.*?)<\/\2>/g

function fill(text: string, parts: Parts): ComponentChildren[] {
  const filled: ComponentChildren[] = []
  let end = 0
  for (const { 0: whole, 1: name, 2: mark, 3: inner = '', index } of text.matchAll(PLACE)) {
    const part = parts[name ?? mark ?? '']
    filled.push(text.slice(end, index), typeof part === 'function' ? part(fill(inner, parts)) : part)
    end = index + whole.length
  }
  return [...filled, text.slice(end)]
}
