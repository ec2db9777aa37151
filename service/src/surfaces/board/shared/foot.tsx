import { onFirstUse } from '../../../../../ui/on-first-use.ts'
import { LANGUAGES } from '../../../../../ui/words/words.ts'
import { type PageFacts, THEMES, type View } from './view.ts'

/** Each language in its own words. */
const languageNames = onFirstUse(() =>
  LANGUAGES.map((language) => {
    const [first = '', ...rest] = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
    return { value: language, text: first.toLocaleUpperCase(language) + rest.join(''), language }
  }),
)

/** Feeds, and the choices of language and theme. */
export function Foot({ view, feed }: { view: View; feed: PageFacts['feed'] }) {
  const { words, project, theme } = view
  const themes = [
    { value: 'auto', text: words.say('theme_auto') },
    ...THEMES.map((value) => ({ value, text: words.say(`theme_${value}`) })),
  ]
  return (
    <footer class="wide foot row between">
      {feed && !project.isPrivate && (
        <a href={feed.path} type="application/atom+xml">
          {words.say('feed_link')}
        </a>
      )}
      <form class="switches" method="post" action="/choices">
        <input type="hidden" name="return_to" value={view.path} />
        <Switch name="language" label={words.say('language_label')} options={languageNames()} chosen={words.language} />
        <Switch name="theme" label={words.say('theme_label')} options={themes} chosen={theme ?? 'auto'} />
      </form>
    </footer>
  )
}

interface SwitchProps {
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly text: string; readonly language?: string }[]
  readonly chosen: string
}

function Switch({ name, label, options, chosen }: SwitchProps) {
  return (
    <details class="drop">
      <summary>
        {label}: {options.find(({ value }) => value === chosen)?.text}
      </summary>
      <div class="menu">
        {options.map(({ value, text, language }) => (
          <button
            type="submit"
            name={name}
            value={value}
            lang={language}
            aria-current={value === chosen ? 'true' : undefined}
          >
            {text}
          </button>
        ))}
      </div>
    </details>
  )
}
