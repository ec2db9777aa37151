import { PICTURE_TYPES } from '../../../../../ui/editor/tools.tsx'
import { PictureWords } from '../../../domain/files/index.ts'
import { limitsOf } from '../../pages/index.ts'
import type { View } from '../shared/view.ts'

/** For a form whose `enctype` is `FILE_FORM`. With script, the editor's tools take pictures. */
export function PictureField({ view: { words, visitorName }, id }: { view: View; id: string }) {
  if (visitorName === undefined) return null
  return (
    <noscript>
      <div class="stack">
        <label for={`${id}-picture`}>{words.say('editor_picture')}</label>
        <input id={`${id}-picture`} name="picture" type="file" accept={PICTURE_TYPES} />
        <label for={`${id}-alt`}>{words.say('picture_alt')}</label>
        <input id={`${id}-alt`} name="picture_alt" {...limitsOf(PictureWords)} autocomplete="off" />
      </div>
    </noscript>
  )
}

export const FILE_FORM = 'multipart/form-data'
