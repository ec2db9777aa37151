import type { Problem } from './problem.ts'

/** What is wrong, and what to do about it. */
export function wordsOf({ kind, detail }: Problem): string {
  return `${kind.title} ${detail ?? kind.remedy}`
}

/** The same for people who filled in a form: the invalid fields, or the text of the problem for forms. */
export function formWordsOf(problem: Problem): string {
  const { kind, errors = [] } = problem
  if (errors.length > 0) return errors.map(({ pointer, detail }) => `The ${fieldAt(pointer)} ${detail}.`).join(' ')
  return kind.inForms ?? wordsOf(problem)
}

/** The name of the member that a pointer names, as people say it. */
function fieldAt(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll('_', ' ')
    .replace('sign in', 'sign-in')
    .replace(/\burl\b/, 'URL')
}
