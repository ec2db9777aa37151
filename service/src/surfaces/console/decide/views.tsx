import { ViewQuery } from '../../../domain/decisions/index.ts'
import { LabelName } from '../../../domain/labels/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { Check, Field, Form } from '../shared/pieces.tsx'
import { keptParams } from './asked.ts'
import type { DecideProps } from './props.ts'

/** Saved views, and a form that saves what the page shows now. */
export function ViewTabs(props: DecideProps) {
  const { view, asked, saved } = props
  const { words, base } = view
  const open = saved.find(({ id }) => id === asked.view)
  return (
    <>
      <nav class="tabs decide-views" aria-label={words.say('decide_views')}>
        <a href={`${base}/decide`} aria-current={open ? undefined : 'page'}>
          {words.say('decide_all')}
        </a>
        {saved.map(({ id, name, query, isShared }) => (
          <a href={`${base}/decide?${query}&view=${id}`} aria-current={id === asked.view ? 'page' : undefined}>
            <span dir="auto">{name}</span>
            {isShared && <span class="badge">{words.say('decide_of_team')}</span>}
          </a>
        ))}
      </nav>
      {!view.isReadOnly && <SaveView {...props} />}
    </>
  )
}

function SaveView({ view, asked, saved, typedView }: DecideProps) {
  const { words, base } = view
  const open = saved.find(({ id }) => id === asked.view)
  const query = String(keptParams(asked))
  return (
    <details class="decide-save-view" open={typedView !== undefined}>
      <summary>{words.say('decide_save')}</summary>
      <div class="card">
        {open && open.query !== query && <p>{words.say('decide_edited')}</p>}
        <Form view={view} action={`${base}/decide/views/save`} class="form">
          <input type="hidden" name="query" value={query.slice(0, ViewQuery.maxLength)} />
          <Field
            name="name"
            label={words.say('decide_save_name')}
            hint={words.say('decide_save_why')}
            value={typedView?.name ?? open?.name ?? ''}
            required
            {...limitsOf(LabelName)}
            {...(typedView && { fault: typedView.fault })}
          />
          <Check
            name="is_shared"
            label={words.say('decide_save_shared')}
            hint={words.say('decide_save_shared_why')}
            isOn={typedView?.isShared ?? open?.isShared ?? false}
          />
          <p>
            <button class="button main" type="submit">
              {words.say('decide_save_do')}
            </button>
          </p>
        </Form>
        {open && (
          <Form
            view={view}
            action={`${base}/decide/views/delete`}
            asks={{
              question: words.say('decide_delete_question', { name: open.name }),
              does: words.say('decide_delete_does'),
              yes: words.say('decide_delete'),
            }}
          >
            <input type="hidden" name="id" value={open.id} />
            <button class="button" type="submit">
              {words.say('decide_delete')}
            </button>
          </Form>
        )}
      </div>
    </details>
  )
}
