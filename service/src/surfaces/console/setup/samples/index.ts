import type { Sample, SampleValues } from './core.ts'
import { goSample } from './go.ts'
import { javaSample } from './java.ts'
import { nodeSample } from './node.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import { rubySample } from './ruby.ts'

export type { Sample, SampleValues } from './core.ts'

/** Code for a client's backend, with the values of one project: the signer, and how to use it. */
export function samplesFor(values: SampleValues): Sample[] {
  return [nodeSample, pythonSample, phpSample, rubySample, goSample, javaSample].map((sampleOf) => sampleOf(values))
}

/** The tags that a page needs for the widget, without inline script: a policy that names hosts allows them. */
export function widgetTags(apiOrigin: string): string {
  return `<script src="${apiOrigin}/widget.js" defer></script>
<script src="/feedback.js" defer></script>
`
}

/** The script that the second tag loads: a file of the client's own. */
export function widgetScript(projectKey: string): string {
  return `FeedbackBoard.create({
  projectKey: '${projectKey}',
  getToken: async () => {
    const answer = await fetch('/feedback/token')
    if (answer.status === 401) return null // nobody is signed in
    return (await answer.json()).token
  },
})
`
}

/** The entries that the client's Content-Security-Policy needs. */
export function widgetPolicy(apiOrigin: string, boardOrigin: string): string {
  return `script-src 'self' ${apiOrigin}; connect-src 'self' ${apiOrigin}; img-src 'self' ${boardOrigin}; form-action 'self' ${boardOrigin}`
}
