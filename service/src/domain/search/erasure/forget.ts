import { inTransaction, type ProjectCall, type ServiceCall } from '../../call/index.ts'
import { holdDictionary } from '../store.ts'
import { wordsOfText } from '../words.ts'
import { deleteGoneWords, deleteUnusedWords, insertGoneWords, selectGoneWords, selectUnusedWords } from './store.ts'

/** Each word is looked up in the posts, some thousand times faster than anybody can write them. */
const PORTION = 100
const MOST_PORTIONS = 1_000

/** Remembers the words of texts that are gone; `forgetGoneWords` unlearns those that no other post has. After the texts are gone. */
export function forgetWords(call: ProjectCall, texts: readonly string[]): Promise<void> {
  return insertGoneWords(call, [...new Set(texts.flatMap(wordsOfText))])
}

/** Beside requests: a text can have thousands of words, and who rejects it need not wait. Harmless to repeat. */
export async function forgetGoneWords(call: ServiceCall): Promise<void> {
  for (let portion = 0; portion < MOST_PORTIONS; portion += 1) {
    const gone = await selectGoneWords(call, PORTION)
    if (!gone) return
    // What everybody writes takes longest to look up; it is sorted out before anybody has to wait.
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
