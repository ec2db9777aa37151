import { each } from '../lists.ts'
import type { WordKey, Words } from '../words/words.ts'

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
/** The pictures that the service takes, for `accept`. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif'

/** The message for each code with which a picture is refused. */
export const PICTURE_FAULTS: Readonly<Record<string, WordKey>> = {
  picture_type_unsupported: 'picture_kind',
  picture_too_large: 'picture_large',
  body_too_large: 'picture_large',
  picture_unreadable: 'picture_damaged',
  rate_limited: 'too_many',
}

interface ToolsProps {
  readonly words: Words
  /** How long the description of a picture may be; absent where no pictures are taken and no preview is shown. */
  readonly mostAlt: number | undefined
}

/** The tools above a text. `writing.ts` makes them work. */
export function EditorTools({ words, mostAlt }: ToolsProps) {
  const isWhole = mostAlt !== undefined
  return (
    <div class="editor">
      <fieldset class="tools" aria-label={words.say('editor_tools')}>
        {each(MARKS, ([word, { around, before, link }, icon]) => (
          <Tool name={words.say(word)} icon={icon} data-around={around} data-before={before} data-link={link && ''} />
        ))}
        {isWhole && <Tool name={words.say('editor_picture')} icon={PICTURE} data-picture="" />}
        {isWhole && (
          <button type="button" aria-pressed="false" data-preview="">
            {words.say('editor_preview')}
          </button>
        )}
      </fieldset>
      {isWhole && <PictureForm words={words} mostAlt={mostAlt} />}
      <div class="prose preview" hidden />
      <div class="people" role="listbox" aria-label={words.say('mention_list')} hidden />
    </div>
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
function PictureForm({ words, mostAlt }: ToolsProps) {
  return (
    <>
      <input type="file" accept={PICTURE_TYPES} aria-label={words.say('editor_picture')} hidden />
      <fieldset class="picture" aria-label={words.say('editor_picture')} hidden>
        <label>
          <span>{words.say('picture_alt')}</span>
          <input type="text" maxlength={mostAlt} autocomplete="off" />
        </label>
        <p>
          <button type="button" class="button main" data-insert="">
            {words.say('picture_insert')}
          </button>
          <button type="button" class="button" data-cancel="">
            {words.say('cancel')}
          </button>
        </p>
      </fieldset>
      <progress aria-label={words.say('picture_sending')} hidden />
      <p
        class="state soft"
        role="status"
        data-sending={words.say('picture_sending')}
        data-failed={words.say('failed_action')}
        {...faultTexts(words)}
      />
    </>
  )
}

/** For the script, which finds the text by the code. */
function faultTexts(words: Words): Record<`data-${string}`, string> {
  const texts: Record<`data-${string}`, string> = {}
  for (const [code, word] of Object.entries(PICTURE_FAULTS)) texts[`data-${code}`] = words.say(word)
  return texts
}
