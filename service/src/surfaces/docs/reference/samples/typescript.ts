import { bracketed, literal, type Style, singleQuoted } from './literal.ts'
import { addressOf, fileOf, type Header, headersOf, jsonOf, type SampleRequest, VARIABLES } from './request.ts'
import { APP_NAMES, ONE_PAGE, SERVER_NAMES } from './typescript-names.ts'

const STYLE: Style = {
  text: (text) => (text.includes('\n') ? JSON.stringify(text) : singleQuoted(text)),
  words: { true: 'true', false: 'false', null: 'null' },
  map: ['{', '}'],
  list: ['[', ']'],
  inner: ' ',
  member: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : singleQuoted(name)}: ${value}`,
  indent: '  ',
  lastComma: ',',
}

/** Text of a sample. As one word, it would look as if this file read the environment of the service. */
const ENVIRONMENT = ['process', 'env'].join('.')

export function typescript(request: SampleRequest): string {
  const { by, answer } = request
  if (by === 'nobody' || answer === 'text') return withFetch(request)
  return by === 'server' ? withServerKit(request) : withAppKit(request)
}

function withServerKit(request: SampleRequest): string {
  return `${imports(request, 'import { createServerClient }', '@feedback-board/server')}
const board = createServerClient({
  apiOrigin: ${STYLE.text(request.origin)},
  secretKey: ${ENVIRONMENT}.${VARIABLES.secretKey} ?? '',
})
${callOf('board', SERVER_NAMES, request)}`
}

function withAppKit(request: SampleRequest): string {
  const token = `  // From your backend. Each token works once.
  getToken: async () => ${ENVIRONMENT}.${VARIABLES.token} ?? '',
`
  const needsToken = request.by === 'user' || request.path === '/sessions/sso'
  return `${imports(request, 'import { createFeedbackClient }', '@feedback-board/app')}
const feedback = createFeedbackClient({
  apiOrigin: ${STYLE.text(request.origin)},
  projectKey: ${ENVIRONMENT}.${VARIABLES.projectKey} ?? '',
${needsToken ? token : ''}})
${callOf('feedback', APP_NAMES, request)}`
}

function imports({ body }: SampleRequest, names: string, kit: string): string {
  const reads = fileOf(body) ? "import { readFile } from 'node:fs/promises'\n" : ''
  return `${reads}${names} from '${kit}'\n`
}

function callOf(client: string, names: Readonly<Record<string, string>>, request: SampleRequest): string {
  const { operationId, path, answer } = request
  // A session is made and ended by the client itself.
  if (path === '/sessions/sso') return `\nconsole.log(await ${client}.signIn())`
  if (path === '/sessions/current') return `await ${client}.signIn()\n\nawait ${client}.signOut()`
  const name = names[operationId]
  const call = `${client}.${name === undefined ? byPath(request) : byName(name, request)}`
  if (answer === 'nothing') return `${preparedOf(request)}\nawait ${call}`
  if (answer === 'list' && name !== undefined && !ONE_PAGE.includes(operationId))
    return `\nfor await (const item of ${call}) {\n  console.log(item)\n}`
  return `${preparedOf(request)}\nconst answer = await ${call}\nconsole.log(answer)`
}

/** Parameters of the path come first, each by itself, then the body, then the query. */
function byName(name: string, { params, query, body }: SampleRequest): string {
  const json = jsonOf(body)
  const words = [
    ...Object.values(params).map((value) => literal(value, STYLE)),
    ...(json === undefined || isEmpty(json) ? [] : [literal(json, STYLE)]),
    ...(fileOf(body) ? ['body'] : []),
    ...(isEmpty(query) ? [] : [literal(query, STYLE)]),
  ]
  return `${name}(${words.join(', ')})`
}

function byPath({ method, path, params, query, body }: SampleRequest): string {
  const json = jsonOf(body)
  const members = [
    ...(isEmpty(params) ? [] : [`path: ${literal(params, STYLE, 1)}`]),
    ...(isEmpty(query) ? [] : [`query: ${literal(query, STYLE, 1)}`]),
    ...(json === undefined ? [] : [`body: ${literal(json, STYLE, 1)}`]),
    ...(fileOf(body) ? ['body'] : []),
  ]
  const input = members.length === 0 ? '' : `, ${bracketed(members, STYLE.map, STYLE)}`
  return `request(${singleQuoted(`${method} ${path}`)}${input})`
}

function isEmpty(members: unknown): boolean {
  return Object.keys(members as object).length === 0 // bodies and queries are objects
}

/** Reads the file that is sent. */
function preparedOf({ body }: SampleRequest): string {
  const file = fileOf(body)
  if (!file) return ''
  const blob = `new Blob([await readFile('${file.name}')], { type: '${file.type}' })`
  if (!file.isForm) return `\nconst body = ${blob}`
  return `\nconst body = new FormData()\nbody.append('file', ${blob})`
}

function withFetch(request: SampleRequest): string {
  const headers = headersOf(request).map(header)
  const method = request.method === 'GET' ? [] : [`method: '${request.method}'`]
  const all = [...method, ...(headers.length > 0 ? [`headers: ${bracketed(headers, STYLE.map, STYLE, 1)}`] : [])]
  const options = all.length === 0 ? '' : `, ${bracketed(all, STYLE.map, STYLE)}`
  return `const answer = await fetch(${STYLE.text(addressOf(request))}${options})
console.log(await answer.text())`
}

function header({ name, text, variable }: Header): string {
  const value = variable ? `${text === '' ? '' : `'${text}' + `}${ENVIRONMENT}.${variable}` : singleQuoted(text)
  return STYLE.member(name, value)
}
