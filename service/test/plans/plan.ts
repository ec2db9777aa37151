/** A node of what `explain (format json)` answers, as far as it is read here. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Filter?: string
  readonly 'Index Cond'?: string
  readonly 'Plan Rows': number
  readonly 'Total Cost': number
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Tables that grow with what people do, in one project without end. */
const LARGE = new Set([
  'posts',
  'post_standings',
  'post_moves',
  'votes',
  'follows',
  'comments',
  'users',
  'sessions',
  'search_words',
  'events_kept',
  'notifications',
  'mails',
  'accounts',
  'post_accounts',
  'post_insights',
])

/** Nodes that take all of their input before they answer with a row. */
const GREEDY = new Set(['Sort', 'Hash', 'Bitmap Index Scan', 'Materialize', 'Aggregate'])

/** What is wrong with a plan: it reads a large table from end to end, or takes more rows together than `most` before it goes on. */
export function complaints(plan: PlanNode, most: number): string[] {
  return nodesOf(plan).flatMap((node) => {
    const type = node['Node Type']
    const table = node['Relation Name'] ?? ''
    if (type === 'Seq Scan' && LARGE.has(table)) return [`reads all of ${table}`]
    const taken = rowsOf(node.Plans?.[0] ?? node)
    return GREEDY.has(type) && taken > most ? [`${type} ${node['Index Name'] ?? ''} of ${taken} rows`] : []
  })
}

/** As they were, if the plan was run; PostgreSQL only guesses how many values an array has. */
function rowsOf(node: PlanNode): number {
  return node['Actual Rows'] ?? node['Plan Rows']
}

/** Indexes of large tables by which a plan finds nothing narrower than a project. */
export function widelyRead(plan: PlanNode): string[] {
  return nodesOf(plan).flatMap((node) => {
    const columns = new Set((node['Index Cond'] ?? '').match(/[a-z_]+(?=\)?(::\w+)? (=|<|>|~))/g))
    const isWide = node['Index Cond'] !== undefined && [...columns].every((column) => column === 'project_id')
    const name = node['Relation Name'] ?? node['Index Name'] ?? ''
    const isLarge = node['Relation Name'] === undefined || LARGE.has(name)
    return (isWide && isLarge) || (node['Node Type'] === 'Seq Scan' && LARGE.has(name))
      ? [`all of a project in ${name}`]
      : []
  })
}

/** How many rows of tables were looked at, also those that did not fit, and rows of a CTE that is read again and again. Only of a plan that was run. */
export function rowsRead(plan: PlanNode): number {
  return nodesOf(plan)
    .filter((node) => node['Relation Name'] !== undefined || isReadAgain(node))
    .reduce((sum, node) => sum + rowsAt(node), 0)
}

function isReadAgain(node: PlanNode): boolean {
  return node['Node Type'] === 'CTE Scan' && (node['Actual Loops'] ?? 0) > 1
}

function rowsAt(node: PlanNode): number {
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return each * (node['Actual Loops'] ?? 0)
}

/** A plan for people: a line for each node, below the one that it serves, with what it reads by which condition, and how many rows. */
export function drawn(plan: PlanNode, indent = ''): string {
  const { 'Actual Loops': loops, 'Index Cond': condition, Filter: filter, Plans: parts = [] } = plan
  const what = [plan['Node Type'], plan['Relation Name'], plan['Index Name']].filter(Boolean).join(' ')
  const rows = loops === undefined ? `about ${plan['Plan Rows']} rows` : `${rowsAt(plan)} rows in ${loops} loops`
  const by = [condition, filter && `filter ${filter}`].filter(Boolean).map((text) => `, ${text?.slice(0, 120)}`)
  return [`${indent}${what}: ${rows}${by.join('')}`, ...parts.map((part) => drawn(part, `${indent}  `))].join('\n')
}

/** The node itself, and all below it. */
export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
