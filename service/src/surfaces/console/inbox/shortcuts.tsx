const KEYS: readonly (readonly [string, string])[] = [
  ['j', 'Next item'],
  ['k', 'Previous item'],
  ['a', 'Approve, dismiss the reports, or mark as seen'],
  ['r', 'Reject'],
  ['s', 'Choose a status'],
  ['o', 'Open'],
  ['?', 'Show this list'],
]

/** Shown by the script alone: without it there are no shortcuts. They can be switched off, for those who speak to their computer. */
export function Shortcuts() {
  return (
    <>
      <button class="button" type="button" data-shortcuts hidden>
        Shortcuts <kbd>?</kbd>
      </button>
      <dialog id="shortcuts" class="sheet" aria-labelledby="shortcuts-title">
        <h2 id="shortcuts-title">Keyboard shortcuts</h2>
        <dl class="shortcut-list">
          {KEYS.map(([key, text]) => (
            <div>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <label class="row tight">
          <input type="checkbox" data-keys-on checked /> Use these keys in this browser
        </label>
        <form method="dialog">
          <button class="button main" type="submit">
            Close
          </button>
        </form>
      </dialog>
    </>
  )
}
