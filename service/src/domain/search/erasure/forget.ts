import { inTransaction, type ProjectCall, type ServiceCall } from '../../call/index.ts'
import { holdDictionary } from '../store.ts'
import { wordsOfText } from '../words.ts'
import { deleteGoneWords, deleteUnusedWords, insertGoneWords, selectGoneWords, selectUnusedWords } from './store.ts'

/** Each word is looked up in the posts, a thousand times faster than people can write. */
const PORTION = 100
const MOST_PORTIONS = 1_000

/** Remembers the words of removed texts; `forgetGoneWords` unlearns those that no other post has. Call it after the texts are removed. */
export function noteGoneWords(call: ProjectCall, texts: readonly string[]): Promise<void> {
  return insertGoneWords(call, [...new Set(texts.flatMap(wordsOfText))])
}

/** Runs beside requests: a text can have thousands of words, and the person who rejects it does not wait. Harmless to repeat. */
export async function forgetGoneWords(call: ServiceCall): Promise<void> {
  for (let portion = 0; portion < MOST_PORTIONS; portion += 1) {
    const gone = await selectGoneWords(call, PORTION)
    if (!gone) return
    // Common words take longest to look up, so used words are left out before the dictionary is locked and others wait.
    const words = await selectUnusedWords(call, gone.projectId, gone.words)
    await inTransaction(call, async (call) => {
      if (words.length > 0) {
        await holdDictionary(call, gone.projectId)
        await deleteUnusedWords(call, gone.projectId, words)
      }
      await deleteGoneWords(call, gone)
    })
  }
}
