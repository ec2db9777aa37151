import type { WordKey } from '../../../../../ui/words/words.ts'
import { PictureWords } from '../../../domain/files/index.ts'
import { limitsOf } from '../../pages/index.ts'
import type { View } from '../shared/view.ts'

/** The Markdown that a button writes around the selection, or before each of its lines. */
const MARKS: readonly (readonly [
  word: WordKey,
  how: { around?: string; before?: string; link?: true },
  icon: string,
])[] = [
  ['editor_bold', { around: '**' }, 'M4.5 3h4a2.5 2.5 0 0 1 0 5h-4zM4.5 8h4.7a2.6 2.6 0 0 1 0 5.2H4.5z'],
  ['editor_italic', { around: '_' }, 'M10 3 6.5 13M7.5 3h5M4 13h5'],
  [
    'editor_link',
    { link: true },
    'M7 9.5a2.8 2.8 0 0 0 4 0l2-2a2.8 2.8 0 0 0-4-4l-.7.7M9 6.5a2.8 2.8 0 0 0-4 0l-2 2a2.8 2.8 0 0 0 4 4l.7-.7',
  ],
  ['editor_list', { before: '- ' }, 'M6 4h8M6 8h8M6 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01'],
  ['editor_quote', { before: '> ' }, 'M3 3v10M6.5 5H14M6.5 8H14M6.5 11H11'],
  ['editor_code', { around: '`' }, 'M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4'],
]
const PICTURE = 'M2 3.5h12v9H2zM2.5 11l3-3 2.5 2.5L10.5 8l3 3M10.5 6h.01'
const KINDS = 'image/png,image/jpeg,image/webp,image/gif'

/** The template of the tools above a text field, which the script copies; it is not shown without script. */
export function EditorTools({ view }: { view: View }) {
  const { words, assets } = view
  const isSignedIn = view.visitorName !== undefined
  return (
    <template id="editor" data-script={assets.editor}>
      <div class="editor">
        <fieldset class="tools" aria-label={words.say('editor_tools')}>
          {MARKS.map(([word, { around, before, link }, icon]) => (
            <Tool name={words.say(word)} icon={icon} data-around={around} data-before={before} data-link={link && ''} />
          ))}
          {isSignedIn && <Tool name={words.say('editor_picture')} icon={PICTURE} data-picture="" />}
          {isSignedIn && (
            <button type="button" class="link" aria-pressed="false" data-preview="">
              {words.say('editor_preview')}
            </button>
          )}
        </fieldset>
        {isSignedIn && <PictureForm view={view} />}
        <div class="prose preview" hidden />
      </div>
    </template>
  )
}

function Tool({ name, icon, ...data }: { name: string; icon: string } & Record<`data-${string}`, string | undefined>) {
  return (
    <button type="button" aria-label={name} title={name} {...data}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  )
}

/** Asks for a description of the picture before it is sent. Its fields have no names, so the form around them does not send them. */
function PictureForm({ view }: { view: View }) {
  const { words } = view
  return (
    <>
      <input type="file" accept={KINDS} hidden />
      <fieldset class="picture" aria-label={words.say('editor_picture')} hidden>
        <label>
          <span>{words.say('picture_alt')}</span>
          <input type="text" {...limitsOf(PictureWords)} autocomplete="off" />
        </label>
        <p class="row">
          <button type="button" class="button main" data-insert="">
            {words.say('picture_insert')}
          </button>
          <button type="button" class="link" data-cancel="">
            {words.say('cancel')}
          </button>
        </p>
      </fieldset>
      <p
        class="state soft"
        role="status"
        data-sending={words.say('picture_sending')}
        data-kind={words.say('picture_kind')}
        data-large={words.say('picture_large')}
        data-damaged={words.say('picture_damaged')}
      />
    </>
  )
}
