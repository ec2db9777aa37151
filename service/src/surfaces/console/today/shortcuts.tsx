import type { ProjectView } from '../shared/view.ts'

const KEYS = [
  ['j', 'today_key_next'],
  ['k', 'today_key_previous'],
  ['Enter', 'today_key_open'],
  ['a', 'today_key_approve'],
  ['x', 'today_key_reject'],
  ['e', 'today_key_answer'],
  ['s', 'today_key_status'],
  ['m', 'today_key_merge'],
  ['z', 'today_key_undo'],
  ['?', 'today_key_list'],
] as const

/** Shown by the script alone: without it there are no shortcuts. They can be switched off, for those who speak to their computer. */
export function Shortcuts({ view: { words } }: { view: ProjectView }) {
  return (
    <>
      <button class="button" type="button" data-shortcuts hidden>
        {words.say('today_shortcuts')} <kbd>?</kbd>
      </button>
      <dialog id="shortcuts" class="sheet" aria-labelledby="shortcuts-title">
        <h2 id="shortcuts-title">{words.say('today_shortcuts_title')}</h2>
        <dl class="shortcut-list">
          {KEYS.map(([key, text]) => (
            <div>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{words.say(text)}</dd>
            </div>
          ))}
        </dl>
        <label class="row tight">
          <input type="checkbox" data-keys-on checked /> {words.say('today_keys_on')}
        </label>
        <form method="dialog">
          <button class="button main" type="submit">
            {words.say('today_close')}
          </button>
        </form>
      </dialog>
    </>
  )
}
