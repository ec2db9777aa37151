import type { ProjectCall } from '../../call.ts'
import { wordsToLearn } from '../words.ts'
import { deleteUnusedWords } from './store.ts'

/** Unlearns the words of texts that are gone, unless another post has them. After the texts are gone. */
export function forgetWords(call: ProjectCall, texts: readonly string[]): Promise<void> {
  return deleteUnusedWords(call, [...new Set(texts.flatMap(wordsToLearn))])
}
