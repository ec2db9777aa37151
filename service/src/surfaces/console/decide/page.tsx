import { Empty } from '../../../../../ui/components.tsx'
import { EFFORT, IMPACT, type Measure, MOST_RANKED } from '../../../domain/decisions/index.ts'
import { SegmentAndSpan } from '../insights/page.tsx'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, CsvLink, Form, NextPage, Select } from '../shared/pieces.tsx'
import { ANY_STATUS, columnsOf, decisionParams, keptParams, measuresOf } from './asked.ts'
import { ChosenPost } from './chosen.tsx'
import { nameIn } from './names.ts'
import { Scatter } from './plot.tsx'
import type { DecideProps } from './props.ts'
import { DecisionTable } from './table.tsx'
import { ViewTabs } from './views.tsx'

/** A table and a plot of posts, by what they bring and what they cost. */
export function DecidePage(props: DecideProps) {
  const { view, asked, posts, next } = props
  const { words, base } = view
  const path = `${base}/decide`
  return (
    <ProjectPage
      view={view}
      title={words.say('decide_title')}
      section="/decide"
      guide="decide"
      scripts={['decide.js']}
      isWide
      lead={words.say('decide_lead')}
      actions={posts.length > 0 && <CsvLink view={view} href={`${base}/decide.csv?${keptParams(asked)}`} />}
    >
      <ViewTabs {...props} />
      <DecideFilter {...props} />
      {props.isSegmentGone && <p class="notice">{words.say('decide_segment_gone')}</p>}
      <Base {...props} />
      {hasNoEstimates(props) && <NoEstimates {...props} />}
      {posts.length === 0 ? (
        <Empty title={words.say('decide_none')} actions={<a href={path}>{words.say('decide_all_posts')}</a>}>
          {words.say('decide_none_why')}
        </Empty>
      ) : (
        <>
          <PlotCard {...props} />
          <DecisionTable {...props} />
        </>
      )}
      <NextPage view={view} next={next && `${path}?${decisionParams({ ...asked, cursor: next })}`} />
    </ProjectPage>
  )
}

function hasNoEstimates({ ranking }: DecideProps): boolean {
  return ![EFFORT, IMPACT].every((key) => ranking.estimates.some((field) => field.key === key))
}

/** Leads to the two fields. */
function NoEstimates({ view }: DecideProps) {
  const { words, base } = view
  return (
    <div class="card decide-start">
      <h2>{words.say('decide_no_estimates')}</h2>
      <p>{words.say('decide_no_estimates_why')}</p>
      {view.may('fields:write') ? (
        <Form view={view} action={`${base}/decide/estimates/add`}>
          <button class="button main" type="submit">
            {words.say('decide_add_estimates')}
          </button>
        </Form>
      ) : (
        <p class="soft">{words.say('decide_ask_admin')}</p>
      )}
    </div>
  )
}

function Base({ view, ranking: { people, isCut } }: DecideProps) {
  const { words } = view
  return (
    <p class="soft">
      {words.say('insights_base', { people: words.number(people.people), accounts: words.number(people.accounts) })}{' '}
      {people.isComplete ? (
        <>
          {words.say('insights_counted')} <Ago at={people.countedAt} now={view.now} />.
        </>
      ) : (
        words.say('insights_counting')
      )}{' '}
      {people.areFew && words.say('insights_few')} {isCut && words.say('decide_cut', { n: MOST_RANKED })}
    </p>
  )
}

/** The axes are chosen beside the plot, in the same form. */
const FORM = 'decide-filter'

function DecideFilter(props: DecideProps) {
  const { view, asked, segments, statuses, categories, ranking } = props
  const { words, base, project } = view
  const measures = measuresOf(project, ranking.estimates)
  return (
    <form method="get" action={`${base}/decide`} id={FORM} class="decide-filter">
      {asked.view !== undefined && <input type="hidden" name="view" value={asked.view} />}
      <div class="row end">
        <Select
          name="sort"
          label={words.say('decide_order')}
          options={measures.map((measure) => [measure, nameIn(props, measure)] as const)}
          value={asked.sort}
        />
        <SegmentAndSpan view={view} asked={asked} segments={segments} />
        <Select
          name="status"
          label={words.say('decide_status')}
          options={[
            ['', words.say('decide_status_open')],
            [ANY_STATUS, words.say('decide_status_any')],
            ...statuses.map(({ id, name }) => [id, name] as const),
          ]}
          value={asked.status}
        />
        {categories.length > 1 && (
          <Select
            name="category"
            label={words.say('decide_category')}
            options={[['', words.say('decide_category_any')], ...categories.map(({ id, name }) => [id, name] as const)]}
            value={asked.category}
          />
        )}
        <button class="button" type="submit">
          {words.say('decide_show')}
        </button>
      </div>
      <details>
        <summary>{words.say('decide_columns')}</summary>
        <fieldset class="decide-columns">
          <legend class="unseen">{words.say('decide_columns')}</legend>
          {columnsOf(measures, categories.length > 1).map((name) => (
            <label class="tick">
              <input type="checkbox" name="col" value={name} checked={asked.columns.includes(name)} />{' '}
              {nameIn(props, name)}
            </label>
          ))}
        </fieldset>
      </details>
    </form>
  )
}

function PlotCard(props: DecideProps) {
  const { view, asked, ranking } = props
  const { words, project } = view
  const options = measuresOf(project, ranking.estimates).map((measure) => [measure, nameIn(props, measure)] as const)
  const axis = (name: 'x' | 'y', label: string, value: Measure) => (
    <Select name={name} label={label} options={options} value={value} form={FORM} />
  )
  return (
    <section class="card decide-plot" id="plot" aria-labelledby="plot-title">
      <div class="decide-plot-head">
        <h2 id="plot-title">{words.say('decide_plot')}</h2>
        <a class="decide-skip" href="#posts">
          {words.say('decide_skip_plot')}
        </a>
        <div class="row end">
          {axis('y', words.say('decide_y'), asked.y)}
          {axis('x', words.say('decide_x'), asked.x)}
          <button class="button" type="submit" form={FORM}>
            {words.say('decide_draw')}
          </button>
        </div>
      </div>
      <div class="decide-beside">
        <Scatter {...props} />
        <ChosenPost {...props} />
      </div>
    </section>
  )
}
