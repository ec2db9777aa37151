import { doubleQuoted, indented, literal, type Style } from './literal.ts'
import { addressOf, fileOf, type Header, headersOf, jsonOf, namedOf, type SampleRequest, VARIABLES } from './request.ts'

const STYLE: Style = {
  text: doubleQuoted,
  words: { true: 'true', false: 'false', null: 'nil' },
  map: ['map[string]any{', '}'],
  list: ['[]any{', '}'],
  member: (name, value) => `${doubleQuoted(name)}: ${value}`,
  indent: '\t',
  lastComma: ',',
}
const PARAMS: Style = { ...STYLE, map: ['feedbackboard.Params{', '}'] }
const KIT = '\n\n\tfeedbackboard "feedbackboard.example/server"'
const STOP = 'if err != nil {\n\tlog.Fatal(err)\n}'

export function go(request: SampleRequest): string {
  return request.by === 'server' && request.answer !== 'text' ? withKit(request) : plain(request)
}

function program(packages: readonly string[], kit: string, lines: readonly string[]): string {
  const names = [...packages].sort().map((name) => `\t"${name}"`)
  return `package main\n\nimport (\n${names.join('\n')}${kit}\n)\n\nfunc main() {\n${indented(lines.join('\n'), '\t')}\n}`
}

function withKit(request: SampleRequest): string {
  const file = fileOf(request.body)
  const packages = ['context', 'log', 'os', ...(request.answer === 'nothing' ? [] : ['fmt'])]
  return program(packages, KIT, [
    'board, err := feedbackboard.NewClient(feedbackboard.Options{',
    `\tAPIOrigin: ${doubleQuoted(request.origin)},`,
    `\tSecretKey: os.Getenv("${VARIABLES.secretKey}"),`,
    '})',
    STOP,
    ...(file ? [`content, err := os.ReadFile("${file.name}")`, STOP] : []),
    ...(request.answer === 'list' ? listOf(request) : callOf(request)),
  ])
}

function paramsOf(request: SampleRequest): string {
  return aligned(literal(Object.fromEntries(namedOf(request)), PARAMS))
}

function listOf(request: SampleRequest): string[] {
  const params = namedOf(request).length === 0 ? 'nil' : paramsOf(request)
  return [
    `list := board.List(context.Background(), ${doubleQuoted(request.path)}, ${params})`,
    'for list.Next() {',
    '\tvar item map[string]any',
    '\tif err := list.Decode(&item); err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tfmt.Println(item)',
    '}',
    'if list.Err() != nil {',
    '\tlog.Fatal(list.Err())',
    '}',
  ]
}

function callOf(request: SampleRequest): string[] {
  const { method, path, answer } = request
  const body = bodyOf(request)
  const members = [
    ...(namedOf(request).length > 0 ? [`\tParams: ${indented(paramsOf(request), '\t').trimStart()},`] : []),
    ...(body === undefined ? [] : [`\tBody: ${indented(body, '\t').trimStart()},`]),
  ]
  const input = members.length === 0 ? 'feedbackboard.Call{})' : `feedbackboard.Call{\n${calm(members)}\n})`
  const call = `board.Do(context.Background(), ${doubleQuoted(`${method} ${path}`)}, ${input}`
  if (answer === 'nothing') return [`_, err = ${call}`, STOP]
  return [`answer, err := ${call}`, STOP, 'fmt.Println(string(answer.JSON))']
}

/** As gofmt aligns the values of neighbouring lines. */
function calm(members: readonly string[]): string {
  const isOnOneLine = members.every((member) => !member.includes('\n'))
  return members
    .map((member) => (isOnOneLine && members.length > 1 ? member.replace(/^\tBody: /, '\tBody:   ') : member))
    .join('\n')
}

function bodyOf({ body }: SampleRequest): string | undefined {
  const file = fileOf(body)
  if (file?.isForm) return `feedbackboard.Form(content, "${file.type}")`
  if (file) return `feedbackboard.Raw{Data: content, ContentType: "${file.type}"}`
  const json = jsonOf(body)
  return json === undefined ? undefined : aligned(literal(json, STYLE))
}

/** As gofmt aligns the values of a map that has one member on each line: neighbours without a line break. */
function aligned(text: string): string {
  const lines = text.split('\n')
  const isPair = (line: string | undefined) => line !== undefined && /^\t+"[^"]*": [^\n]*,$/.test(line)
  const depth = (line: string) => /^\t*/.exec(line)?.[0].length ?? 0
  let begin = 0
  for (let place = 0; place <= lines.length; place++) {
    const line = lines[place]
    if (isPair(line) && (place === begin || depth(line ?? '') === depth(lines[begin] ?? ''))) continue
    const group = lines.slice(begin, place)
    const widest = Math.max(...group.map((one) => one.indexOf(': ')))
    if (group.every(isPair))
      for (const [at, one] of group.entries()) {
        const colon = one.indexOf(': ')
        lines[begin + at] = `${one.slice(0, colon + 1)}${' '.repeat(widest - colon + 1)}${one.slice(colon + 2)}`
      }
    begin = isPair(line) ? place : place + 1
  }
  return lines.join('\n')
}

function plain(request: SampleRequest): string {
  const json = jsonOf(request.body)
  const headers = headersOf(request)
  const packages = [
    ...(json === undefined ? [] : ['bytes', 'encoding/json']),
    ...(headers.some(({ isNew }) => isNew) ? ['crypto/rand'] : []),
    'fmt',
    'io',
    'log',
    'net/http',
    ...(headers.some(({ variable }) => variable) ? ['os'] : []),
  ]
  return program(packages, '', [
    ...(json === undefined ? [] : [`body, err := json.Marshal(${aligned(literal(json, STYLE))})`, STOP]),
    `request, err := http.NewRequest("${request.method}", ${doubleQuoted(addressOf(request))}, ${json === undefined ? 'nil' : 'bytes.NewReader(body)'})`,
    STOP,
    ...headers.flatMap(header),
    'answer, err := http.DefaultClient.Do(request)',
    STOP,
    'defer answer.Body.Close()',
    'text, err := io.ReadAll(answer.Body)',
    STOP,
    'fmt.Println(answer.Status, string(text))',
  ])
}

function header({ name, text, variable, isNew }: Header): string[] {
  if (isNew) {
    return [
      'key := make([]byte, 16)',
      'if _, err := rand.Read(key); err != nil {',
      '\tlog.Fatal(err)',
      '}',
      `request.Header.Set("${name}", fmt.Sprintf("%x", key))`,
    ]
  }
  const value = variable ? `${text === '' ? '' : `"${text}"+`}os.Getenv("${variable}")` : `"${text}"`
  return [`request.Header.Set("${name}", ${value})`]
}
