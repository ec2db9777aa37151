import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'
import { Onward, type SetupProps, stepPath } from './pieces.tsx'
import { widgetPolicy, widgetScript, widgetTags } from './samples/index.ts'

/** Code with this project's values. The tabs are links, so they work without script and can be sent to a colleague. */
export function CodeStep({ view, samples, shown, progress, apiOrigin }: SetupProps) {
  const sample = samples.find(({ id }) => id === shown.language) ?? samples[0]
  if (!sample) return <p>{view.words.say('setup_no_sample')}</p>
  const { kit } = sample
  return (
    <>
      <h2 id="code">{view.words.say('setup_code_title')}</h2>
      {!progress.key && (
        <p class="notice">
          <Sentence
            view={view}
            of="setup_code_no_key"
            with={{ link: (text) => <a href={stepPath(view, 'key')}>{text}</a> }}
          />
        </p>
      )}
      <nav class="tabs" aria-label={view.words.say('setup_code_language')}>
        {samples.map(({ id, language }) => (
          <a href={`${stepPath(view, 'code')}&lang=${id}#code`} aria-current={id === sample.id ? 'true' : undefined}>
            {language}
          </a>
        ))}
      </nav>
      {sample.install && (
        <Code view={view} id="install" label={view.words.say('setup_code_install')} text={sample.install} />
      )}
      <Code view={view} id="sample" label={sample.file} text={sample.code} />
      <Code view={view} id="use" label={view.words.say('setup_code_routes')} text={sample.use} />
      <ul class="bullets">
        {kit && (
          <li>
            <Sentence view={view} of="setup_code_kit" with={{ link: (text) => <a href={kit}>{text}</a> }} />
          </li>
        )}
        <li>
          <Sentence view={view} of="setup_code_private_key" />
        </li>
        <li>{view.words.say('setup_code_user')}</li>
        <li>{view.words.say('setup_code_guests')}</li>
        <li>
          <Sentence view={view} of="setup_code_token" />
        </li>
      </ul>
      <h3>{view.words.say('setup_widget')}</h3>
      <p>{view.words.say('setup_widget_why')}</p>
      <Code view={view} id="widget" label={view.words.say('setup_widget_page')} text={widgetTags(apiOrigin)} />
      <Code view={view} id="widget-script" label="feedback.js" text={widgetScript(view.project.publishableKey)} />
      <p>{view.words.say('setup_widget_policy')}</p>
      <Code
        view={view}
        id="widget-policy"
        label="Content-Security-Policy"
        text={widgetPolicy(apiOrigin, view.boardOrigin)}
      />
      <Onward view={view} to="check" />
    </>
  )
}

function Code({ view, id, label, text }: { view: ProjectView; id: string; label: string; text: string }) {
  return (
    <figure class="code-sample">
      <figcaption class="row between">
        <b>{label}</b>
        <button class="button" type="button" data-copy={id} aria-label={view.words.say('setup_copy_label', { label })}>
          {view.words.say('shared_copy')}
        </button>
      </figcaption>
      <pre tabindex={0}>
        <code id={id}>{text}</code>
      </pre>
    </figure>
  )
}
