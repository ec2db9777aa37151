import { SearchWords } from '../../../domain/posts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { Icon } from './icons.tsx'
import type { ProjectView } from './view.ts'

/** Leads to the search page; the script opens the palette instead. */
export function PaletteLink({ view: { words, base } }: { view: ProjectView }) {
  return (
    <a class="palette-link" href={`${base}/search`} data-palette aria-keyshortcuts="Control+K Meta+K">
      <Icon name="search" /> <span>{words.say('search_title')}</span>{' '}
      <span aria-hidden="true">
        <kbd>Ctrl+K</kbd>
      </span>
    </a>
  )
}

/** Empty until the script opens it. */
export function Palette({ view: { words, base } }: { view: ProjectView }) {
  const label = words.say('search_label')
  return (
    <dialog
      id="palette"
      class="palette"
      aria-label={words.say('search_title')}
      data-address={`${base}/search`}
      data-here={words.say('search_here')}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls="palette-list"
        autocomplete="off"
        aria-label={label}
        placeholder={label}
        {...limitsOf(SearchWords)}
        minlength={0}
      />
      <div class="palette-list">
        <div id="palette-list" class="found" role="listbox" aria-label={words.say('search_results')} />
        <p class="soft" role="status" data-none={words.say('search_none')} />
      </div>
    </dialog>
  )
}
