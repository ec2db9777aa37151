import { Status } from '../../../../../ui/components.tsx'
import { measureOf } from '../../../domain/decisions/index.ts'
import { isFor } from '../../../domain/fields/index.ts'
import { Form } from '../shared/pieces.tsx'
import { decisionParams, measuresOf, nameOfMeasure, sayMeasure } from './asked.ts'
import type { DecideProps } from './props.ts'

/** The post whose point was chosen, with its numbers to change. */
export function ChosenPost(props: DecideProps) {
  const { view, asked, ranking, statuses, typed } = props
  const { words, base, project } = view
  const post = ranking.posts.find(({ number }) => number === asked.post)
  if (!post) return <p class="soft decide-hint">{words.say('decide_choose_point')}</p>
  const status = statuses.find(({ id }) => id === post.statusId)
  const fields = ranking.estimates.filter((field) => isFor(field, post.categoryId))
  const refused = typed?.post === post.number ? typed : undefined
  const counted = measuresOf(project, ranking.estimates).filter((measure) => !measure.startsWith('field.'))
  return (
    <aside class="decide-chosen" id="chosen" tabindex={-1} aria-label={words.say('decide_chosen')}>
      <h3 dir="auto">{post.title}</h3>
      <p>
        {status && <Status status={status} />} <span class="soft">#{post.number}</span>
      </p>
      <dl>
        {counted.map((measure) => {
          const number = measureOf(post, measure)
          return (
            <div>
              <dt>{nameOfMeasure(words, project, ranking.estimates, measure)}</dt>
              <dd>{number === undefined ? words.say('decide_nothing') : sayMeasure(measure, number)}</dd>
            </div>
          )
        })}
      </dl>
      {fields.length > 0 && (
        <Form view={view} action={`${base}/decide/estimate`} class="decide-estimates">
          <input type="hidden" name="post" value={post.number} />
          <input type="hidden" name="query" value={String(decisionParams(asked))} />
          {fields.map(({ key, label }) => {
            const fault = refused?.faults[key]
            const id = `chosen-${key}`
            return (
              <div class="field">
                <label for={id}>{label}</label>
                <input
                  id={id}
                  name={`field.${key}`}
                  inputmode="decimal"
                  autocomplete="off"
                  value={refused?.values[key] ?? String(post.numbers[key] ?? '')}
                  aria-invalid={fault ? 'true' : undefined}
                  aria-describedby={fault && `${id}-fault`}
                />
                {fault && (
                  <p id={`${id}-fault`} class="field-fault">
                    {fault}
                  </p>
                )}
              </div>
            )
          })}
          <button class="button main" type="submit">
            {words.say('decide_save_row')}
          </button>
        </Form>
      )}
      <p class="row">
        <a href={`${base}/posts/${post.number}`}>{words.say('decide_open_post')}</a>
        <a href={`${base}/decide?${decisionParams({ ...asked, post: undefined })}#plot`}>{words.say('decide_close')}</a>
      </p>
    </aside>
  )
}
