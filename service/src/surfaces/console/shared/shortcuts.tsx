import type { ConsoleKey } from '../../../../../ui/words/console/words.ts'
import type { ProjectView } from './view.ts'

type Keys = readonly (readonly [key: string, does: ConsoleKey])[]

const EVERYWHERE: Keys = [
  ['Ctrl+K', 'search_key_palette'],
  ['?', 'search_key_list'],
]
const TODAY: Keys = [
  ['j', 'today_key_next'],
  ['k', 'today_key_previous'],
  ['Enter', 'today_key_open'],
  ['a', 'today_key_approve'],
  ['x', 'today_key_reject'],
  ['e', 'today_key_answer'],
  ['s', 'today_key_status'],
  ['m', 'today_key_merge'],
  ['z', 'today_key_undo'],
]
const DUPLICATES: Keys = [
  ['m', 'duplicates_key_merge'],
  ['d', 'duplicates_key_dismiss'],
  ['s', 'duplicates_key_swap'],
  ['j', 'duplicates_key_skip'],
  ['z', 'duplicates_key_undo'],
]
const ROADMAP: Keys = [
  ['← →', 'search_key_move'],
  ['↑ ↓', 'search_key_card'],
]

/** The keys and what they do. Operators who may only read see no keys that change something. */
export function ShortcutLists({ view }: { view: ProjectView }) {
  const lists: readonly (readonly [ConsoleKey, Keys])[] = [
    ['search_everywhere', EVERYWHERE],
    ...(view.isReadOnly
      ? []
      : ([
          ['shared_nav_today', TODAY],
          ['duplicates_title', DUPLICATES],
          ['shared_nav_roadmap', ROADMAP],
        ] as const)),
  ]
  return (
    <>
      {lists.map(([name, keys]) => (
        <section class="shortcut-list">
          <h3>{view.words.say(name)}</h3>
          <dl>
            {keys.map(([key, does]) => (
              <div>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{view.words.say(does)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

/** Opened by the script. The keys can be switched off, for people who use voice control. */
export function Shortcuts({ view }: { view: ProjectView }) {
  const { words } = view
  return (
    <dialog id="shortcuts" class="sheet" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">{words.say('search_shortcuts')}</h2>
      <ShortcutLists view={view} />
      <label class="row tight">
        <input type="checkbox" data-keys-on checked /> {words.say('search_keys_on')}
      </label>
      <form method="dialog">
        <button class="button main" type="submit">
          {words.say('search_close')}
        </button>
      </form>
    </dialog>
  )
}
