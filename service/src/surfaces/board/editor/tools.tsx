import { EditorTools } from '../../../../../ui/editor/tools.tsx'
import { PictureWords } from '../../../domain/files/index.ts'
import type { View } from '../shared/view.ts'

/** The template that the script copies above a text field; it is not shown without script. */
export function EditorTemplate({ view: { words, assets, visitorName } }: { view: View }) {
  return (
    <template id="editor" data-script={assets.editor}>
      <EditorTools words={words} mostAlt={visitorName === undefined ? undefined : PictureWords.maxLength} />
    </template>
  )
}
