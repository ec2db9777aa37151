import { EditorTools } from '../../../../../ui/editor/tools.tsx'
import { wordsIn } from '../../../../../ui/words/words.ts'
import type { View } from './view.ts'

/** The template that `editor-client.ts` copies above a text that can mention people. */
export function EditorTemplate({ view }: { view: View }) {
  return (
    <template id="editor">
      <EditorTools words={wordsIn(view.words.language)} mostAlt={undefined} />
    </template>
  )
}
