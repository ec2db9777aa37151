import { Empty } from '../../../../../ui/components.tsx'
import { ACCOUNT_SORTS, type Account, type AccountQuery, LONGEST_ACCOUNT } from '../../../domain/insights/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, CsvLink, NextPage, Select, upTo99 } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'

interface AccountsProps {
  readonly view: ProjectView
  readonly asked: AccountQuery
  readonly accounts: readonly Account[]
  readonly next: string | undefined
}

export function AccountsPage(props: AccountsProps) {
  const { view, asked, accounts, next } = props
  const { words, base, project } = view
  return (
    <ProjectPage
      view={view}
      title={words.say('accounts_title')}
      section="/insights"
      guide="accounts"
      isWide
      lead={words.say('accounts_lead')}
      actions={accounts.length > 0 && <CsvLink view={view} href={`${base}/accounts.csv?${paramsOf(asked)}`} />}
    >
      <InsightTabs view={view} here="/accounts" />
      {project.accountTrait === undefined ? (
        <Empty
          title={words.say('accounts_unnamed')}
          {...(view.may('project:write') && {
            actions: (
              <a class="button main" href={`${base}/settings`}>
                {words.say('accounts_name_it')}
              </a>
            ),
          })}
        >
          {words.say('accounts_unnamed_why')}
        </Empty>
      ) : (
        <>
          <Finder {...props} />
          {accounts.length === 0 ? <None view={view} asked={asked} /> : <Accounts view={view} accounts={accounts} />}
          <NextPage view={view} next={next} />
        </>
      )}
    </ProjectPage>
  )
}

/** The two sides of insights: what is wanted, and who wants it. */
export function InsightTabs({ view, here }: { view: ProjectView; here: '/insights' | '/accounts' }) {
  const { words, base } = view
  const tabs = [
    ['/insights', words.say('accounts_posts_tab')],
    ['/accounts', words.say('accounts_title')],
  ] as const
  return (
    <nav class="views" aria-label={words.say('insights_title')}>
      {tabs.map(([path, name]) => (
        <a href={`${base}${path}`} aria-current={path === here ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

function Finder({ view, asked }: AccountsProps) {
  const { words, base } = view
  return (
    <search>
      <form method="get" action={`${base}/accounts`} class="row end accounts-finder">
        <div class="field">
          <label for="q">{words.say('accounts_find_label')}</label>
          <input id="q" type="search" name="q" value={asked.prefix} maxlength={LONGEST_ACCOUNT} />
        </div>
        <Select
          name="sort"
          label={words.say('accounts_order')}
          options={ACCOUNT_SORTS.map((sort) => [sort, words.say(`accounts_by_${sort}`)] as const)}
          value={asked.sort}
        />
        <button class="button" type="submit">
          {words.say('accounts_find')}
        </button>
      </form>
    </search>
  )
}

function None({ view, asked: { prefix } }: Pick<AccountsProps, 'view' | 'asked'>) {
  const { words, base, project } = view
  if (prefix === undefined)
    return (
      <Empty title={words.say('accounts_none')}>
        {words.say('accounts_none_why', { trait: project.accountTrait ?? '' })}
      </Empty>
    )
  return (
    <Empty title={words.say('accounts_none_found')}>
      <Sentence
        view={view}
        of="accounts_none_found_why"
        with={{ q: prefix, link: (text) => <a href={`${base}/accounts`}>{text}</a> }}
      />
    </Empty>
  )
}

function Accounts({ view, accounts }: Pick<AccountsProps, 'view' | 'accounts'>) {
  const { words, project } = view
  const hasValue = project.valueTrait !== undefined
  const count = { class: 'number' }
  return (
    <Table
      label={words.say('accounts_title')}
      class="accounts"
      columns={[
        { name: words.say('accounts_account'), isHeading: true },
        ...(hasValue ? [{ name: words.say('accounts_value'), ...count }] : []),
        { name: words.say('accounts_people'), ...count },
        { name: words.say('accounts_posts'), ...count },
        { name: words.say('accounts_last_vote') },
      ]}
      rows={accounts.map((account) => [
        <AccountLink view={view} name={account.name} />,
        ...(hasValue ? [words.number(Math.round(account.value))] : []),
        words.number(account.people),
        upTo99(view, account.posts),
        account.votedAt ? <Ago at={account.votedAt} now={view.now} /> : '–',
      ])}
    />
  )
}

export function AccountLink({ view, name }: { view: ProjectView; name: string }) {
  return (
    <a href={`${view.base}/account?${new URLSearchParams({ name })}`} dir="auto" class="word">
      {name}
    </a>
  )
}

export function paramsOf({ sort, prefix }: AccountQuery): URLSearchParams {
  return new URLSearchParams({ sort, ...(prefix !== undefined && { q: prefix }) })
}
