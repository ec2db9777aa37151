import { bracketed, doubleQuoted, literal, type Style } from './literal.ts'
import { addressOf, fileOf, type Header, headersOf, jsonOf, namedOf, type SampleRequest, VARIABLES } from './request.ts'

const STYLE: Style = {
  text: doubleQuoted,
  words: { true: 'True', false: 'False', null: 'None' },
  map: ['{', '}'],
  list: ['[', ']'],
  member: (name, value) => `${doubleQuoted(name)}: ${value}`,
  indent: '    ',
  lastComma: ',',
}

export function python(request: SampleRequest): string {
  return request.by === 'server' && request.answer !== 'text' ? withKit(request) : plain(request)
}

function withKit(request: SampleRequest): string {
  const { method, path, origin, answer, body } = request
  const file = fileOf(body)
  const names = ['Client', ...(file ? [file.isForm ? 'form' : 'Raw'] : [])]
  const named = namedOf(request).map(([name, value]) => `${name}=${literal(value, STYLE)}`)
  const isList = answer === 'list'
  const parts = [doubleQuoted(path), ...bodyOf(request), ...named]
  const call = `board.${isList ? 'list' : method.toLowerCase()}${bracketed(parts, ['(', ')'], STYLE)}`
  const last = { list: `for item in ${call}:\n    print(item)`, json: `print(${call})`, nothing: call, text: call }
  return `import os
from feedback_board import ${names.join(', ')}

board = Client(${doubleQuoted(origin)}, os.environ["${VARIABLES.secretKey}"])
${file ? readingOf(file.name) : ''}
${last[answer].startsWith('print(') && call.includes('\n') ? `answer = ${call}\nprint(answer)` : last[answer]}`
}

function readingOf(name: string): string {
  return `with open("${name}", "rb") as file:\n    content = file.read()\n`
}

function bodyOf({ body }: SampleRequest): string[] {
  const file = fileOf(body)
  if (file) return [`${file.isForm ? 'form' : 'Raw'}(content, "${file.type}")`]
  const json = jsonOf(body)
  return json === undefined ? [] : [literal(json, STYLE, 1)]
}

function plain(request: SampleRequest): string {
  const headers = headersOf(request)
  const json = jsonOf(request.body)
  const modules = [
    ...(json === undefined ? [] : ['json']),
    ...(headers.some(({ variable }) => variable) ? ['os'] : []),
    'urllib.request',
    ...(headers.some(({ isNew }) => isNew) ? ['uuid'] : []),
  ]
  const parts = [
    doubleQuoted(addressOf(request)),
    ...(request.method === 'GET' ? [] : [`method="${request.method}"`]),
    ...(headers.length > 0 ? [`headers=${bracketed(headers.map(header), STYLE.map, STYLE, 1)}`] : []),
    ...(json === undefined ? [] : [`data=json.dumps(${literal(json, STYLE, 1)}).encode()`]),
  ]
  return `${modules.map((name) => `import ${name}`).join('\n')}

request = urllib.request.Request${bracketed(parts, ['(', ')'], STYLE)}
with urllib.request.urlopen(request) as answer:
    print(answer.status, answer.read().decode())`
}

function header({ name, text, variable, isNew }: Header): string {
  if (isNew) return STYLE.member(name, 'str(uuid.uuid4())')
  if (!variable) return STYLE.member(name, doubleQuoted(text))
  return STYLE.member(name, `${text === '' ? '' : `"${text}" + `}os.environ["${variable}"]`)
}
