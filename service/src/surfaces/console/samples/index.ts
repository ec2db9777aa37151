import type { Sample, SampleValues } from './core.ts'
import { goSample } from './go.ts'
import { javaSample } from './java.ts'
import { nodeSample } from './node.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import { rubySample } from './ruby.ts'

export type { Sample, SampleValues } from './core.ts'

/** Code for a client's backend, with the values of one project: what signs, and how it is used. */
export function samplesFor(values: SampleValues): Sample[] {
  return [nodeSample, pythonSample, phpSample, rubySample, goSample, javaSample].map((sampleOf) => sampleOf(values))
}

/** What a page needs for the widget. */
export function widgetCode(apiOrigin: string, projectKey: string): string {
  return `<script src="${apiOrigin}/widget.js"></script>
<script>
  FeedbackBoard.create({
    projectKey: '${projectKey}',
    getToken: async () => {
      const answer = await fetch('/feedback/token', { method: 'POST' })
      if (answer.status === 401) return null // nobody is signed in
      return (await answer.json()).token
    },
  })
</script>
`
}
