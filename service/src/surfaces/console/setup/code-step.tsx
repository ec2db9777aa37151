import { Onward, type SetupProps, stepPath } from './pieces.tsx'
import { widgetPolicy, widgetScript, widgetTags } from './samples/index.ts'

/** Code with this project's values. The tabs are links, so they work without script and can be sent to a colleague. */
export function CodeStep({ view, samples, shown, progress, apiOrigin }: SetupProps) {
  const sample = samples.find(({ id }) => id === shown.language) ?? samples[0]
  if (!sample) return <p>There is no sample.</p>
  return (
    <>
      <h2 id="code">Code for your backend</h2>
      {!progress.key && (
        <p class="notice">
          There is no active key yet, so the key id is a blank. <a href={stepPath(view, 'key')}>Make a key pair</a>{' '}
          first.
        </p>
      )}
      <nav class="tabs" aria-label="Language">
        {samples.map(({ id, language }) => (
          <a href={`${stepPath(view, 'code')}&lang=${id}#code`} aria-current={id === sample.id ? 'true' : undefined}>
            {language}
          </a>
        ))}
      </nav>
      {sample.install && <Code id="install" label="Install" text={sample.install} />}
      <Code id="sample" label={sample.file} text={sample.code} />
      <Code id="use" label="In your routes" text={sample.use} />
      <ul class="bullets">
        <li>
          Put the private key into <code>sign-in-key.pem</code> where only your backend reads it, or into the variable{' '}
          <code>FEEDBACK_PRIVATE_KEY</code>.
        </li>
        <li>Sign for the user who is signed in to your app, never for an id from the request.</li>
        <li>At your sign-in URL, let guests sign in first, and keep the state during the sign-in.</li>
        <li>
          At <code>/feedback/token</code>, answer guests with 401 and JSON instead of a redirect. It is a GET with{' '}
          <code>Cache-Control: no-store</code>: it changes nothing and other sites cannot read its answer, so it needs
          no CSRF token.
        </li>
      </ul>
      <h3>Optional: the widget in your pages</h3>
      <p>A button in the corner opens the ideas over your own page. It works on pages of your allowed origins.</p>
      <Code id="widget" label="In your page" text={widgetTags(apiOrigin)} />
      <Code id="widget-script" label="feedback.js" text={widgetScript(view.project.publishableKey)} />
      <p>If your pages have a Content-Security-Policy, it needs these. Nothing here is an inline script.</p>
      <Code id="widget-policy" label="Content-Security-Policy" text={widgetPolicy(apiOrigin)} />
      <Onward view={view} to="check" />
    </>
  )
}

function Code({ id, label, text }: { id: string; label: string; text: string }) {
  return (
    <figure class="code-sample">
      <figcaption class="row between">
        <b>{label}</b>
        <button class="button" type="button" data-copy={id} aria-label={`Copy ${label}`}>
          Copy
        </button>
      </figcaption>
      <pre tabindex={0}>
        <code id={id}>{text}</code>
      </pre>
    </figure>
  )
}
