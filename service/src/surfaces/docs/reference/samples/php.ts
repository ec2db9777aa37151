import { bracketed, literal, type Style, singleQuoted } from './literal.ts'
import { addressOf, fileOf, type Header, headersOf, jsonOf, namedOf, type SampleRequest, VARIABLES } from './request.ts'

const STYLE: Style = {
  text: (text) => (text.includes('\n') ? JSON.stringify(text).replaceAll('$', '\\$') : singleQuoted(text)),
  words: { true: 'true', false: 'false', null: 'null' },
  map: ['[', ']'],
  list: ['[', ']'],
  member: (name, value) => `${singleQuoted(name)} => ${value}`,
  indent: '    ',
  lastComma: ',',
}

export function php(request: SampleRequest): string {
  return request.by === 'server' && request.answer !== 'text' ? withKit(request) : plain(request)
}

function withKit(request: SampleRequest): string {
  const { method, path, origin, answer, body } = request
  const named = namedOf(request).map(([name, value]) => `${name}: ${literal(value, STYLE)}`)
  const parts = [singleQuoted(path), ...bodyOf(request), ...named]
  const verb = answer === 'list' ? 'list' : method.toLowerCase()
  const call = `$board->${verb}${bracketed(parts, ['(', ')'], STYLE)}`
  const last = {
    list: `foreach (${call} as $item) {\n    print_r($item);\n}`,
    json: `$answer = ${call};\nprint_r($answer);`,
    nothing: `${call};`,
    text: `${call};`,
  }
  return `<?php
require 'vendor/autoload.php';

use FeedbackBoard\\Client;
${fileOf(body) ? 'use FeedbackBoard\\Raw;\n' : ''}
$board = new Client(${singleQuoted(origin)}, getenv('${VARIABLES.secretKey}'));
${last[answer]}`
}

function bodyOf({ body }: SampleRequest): string[] {
  const file = fileOf(body)
  const content = file && `file_get_contents('${file.name}')`
  if (file?.isForm) return [`Raw::form(${content}, '${file.type}')`]
  if (file) return [`new Raw(${content}, '${file.type}')`]
  const json = jsonOf(body)
  // An empty array would be written as a list.
  if (isEmpty(json)) return ['new stdClass()']
  return json === undefined ? [] : [literal(json, STYLE, 1)]
}

function isEmpty(json: unknown): boolean {
  return typeof json === 'object' && json !== null && Object.keys(json).length === 0
}

function plain(request: SampleRequest): string {
  const json = jsonOf(request.body)
  const headers = headersOf(request).map(header)
  const options = [
    ...(request.method === 'GET' ? [] : [`'method' => '${request.method}'`]),
    ...(headers.length > 0 ? [`'header' => ${bracketed(headers, STYLE.list, STYLE, 1)}`] : []),
    ...(json === undefined
      ? []
      : [`'content' => json_encode(${isEmpty(json) ? 'new stdClass()' : literal(json, STYLE, 1)})`]),
  ]
  const address = singleQuoted(addressOf(request))
  if (options.length === 0) return `<?php\necho file_get_contents(${address}), "\\n";`
  return `<?php
$options = ${bracketed(options, STYLE.map, STYLE)};
echo file_get_contents(${address}, false, stream_context_create(['http' => $options])), "\\n";`
}

function header({ name, text, variable, isNew }: Header): string {
  if (isNew) return `'${name}: ' . bin2hex(random_bytes(16))`
  return variable ? `'${name}: ${text}' . getenv('${variable}')` : `'${name}: ${text}'`
}
