import { bracketed, literal, type Style, singleQuoted } from './literal.ts'
import { addressOf, fileOf, type Header, headersOf, jsonOf, namedOf, type SampleRequest, VARIABLES } from './request.ts'

const STYLE: Style = {
  text: (text) => (text.includes('\n') ? JSON.stringify(text).replaceAll('#', '\\#') : singleQuoted(text)),
  words: { true: 'true', false: 'false', null: 'nil' },
  map: ['{', '}'],
  list: ['[', ']'],
  inner: ' ',
  member: (name, value) => `${/^[a-z_]\w*$/.test(name) ? name : singleQuoted(name)}: ${value}`,
  indent: '  ',
  lastComma: '',
}
const ARGUMENTS = { indent: '  ', lastComma: '' }

export function ruby(request: SampleRequest): string {
  return request.by === 'server' && request.answer !== 'text' ? withKit(request) : plain(request)
}

function withKit(request: SampleRequest): string {
  const { method, path, origin, answer } = request
  const named = namedOf(request).map(([name, value]) => STYLE.member(name, literal(value, STYLE)))
  const parts = [singleQuoted(path), ...bodyOf(request), ...named]
  const call = `board.${answer === 'list' ? 'list' : method.toLowerCase()}${bracketed(parts, ['(', ')'], ARGUMENTS)}`
  const last = { list: `${call} { |item| puts item }`, json: `puts ${call}`, nothing: call, text: call }
  return `require 'feedback_board'

board = FeedbackBoard::Client.new(${singleQuoted(origin)}, ENV.fetch('${VARIABLES.secretKey}'))
${answer === 'json' && call.includes('\n') ? `answer = ${call}\nputs answer` : last[answer]}`
}

function bodyOf({ body }: SampleRequest): string[] {
  const file = fileOf(body)
  const content = file && `File.binread('${file.name}')`
  if (file?.isForm) return [`FeedbackBoard.form(${content}, '${file.type}')`]
  if (file) return [`FeedbackBoard::Raw.new(${content}, '${file.type}')`]
  const json = jsonOf(body)
  return json === undefined ? [] : [literal(json, STYLE, 1)]
}

function plain(request: SampleRequest): string {
  const headers = headersOf(request)
  const json = jsonOf(request.body)
  const verb = request.method.charAt(0) + request.method.slice(1).toLowerCase()
  const libraries = [
    ...(json === undefined ? [] : ['json']),
    'net/http',
    ...(headers.some(({ isNew }) => isNew) ? ['securerandom'] : []),
  ]
  return [
    ...libraries.map((name) => `require '${name}'`),
    '',
    `uri = URI(${singleQuoted(addressOf(request))})`,
    `request = Net::HTTP::${verb}.new(uri)`,
    ...headers.map(header),
    // Ruby calls an empty body a form.
    ...(json === undefined && /^(?:POST|PUT|PATCH)$/.test(request.method)
      ? ["request['Content-Type'] = 'application/json'", "request.body = '{}'"]
      : []),
    ...(json === undefined ? [] : [`request.body = JSON.generate(${literal(json, STYLE)})`]),
    "answer = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }",
    'puts answer.code, answer.body',
  ].join('\n')
}

function header({ name, text, variable, isNew }: Header): string {
  if (isNew) return `request['${name}'] = SecureRandom.uuid`
  if (!variable) return `request['${name}'] = '${text}'`
  const value = `ENV.fetch('${variable}')`
  return `request['${name}'] = ${text === '' ? value : `"${text}#{${value}}"`}`
}
