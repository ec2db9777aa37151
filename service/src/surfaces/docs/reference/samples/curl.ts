import { JSON_STYLE, literal } from './literal.ts'
import { addressOf, fileOf, type Header, headersOf, jsonOf, type SampleRequest } from './request.ts'

export function curl(request: SampleRequest): string {
  const { method, body } = request
  const json = jsonOf(body)
  const file = fileOf(body)
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${address(addressOf(request))}`,
    ...headersOf(request).map(header),
    ...(json === undefined ? [] : [`-d ${quoted(literal(json, JSON_STYLE))}`]),
    ...(file?.isForm ? [`-F 'file=@${file.name};type=${file.type}'`] : []),
    ...(file && !file.isForm ? [`--data-binary @${file.name}`] : []),
  ].join(' \\\n  ')
}

function address(text: string): string {
  return /[?&]/.test(text) ? quoted(text) : text
}

function header({ name, text, variable, isNew }: Header): string {
  if (isNew) return `-H "${name}: $(openssl rand -hex 16)"`
  return variable ? `-H "${name}: ${text}$${variable}"` : `-H '${name}: ${text}'`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
