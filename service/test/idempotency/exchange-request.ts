import type { TestProject } from '../harness/project.ts'
import { type RawAnswer, sendRaw } from '../harness/raw-http.ts'

/** The bytes of an exchange; `lines` are further header lines, sent as they are. */
export function exchangeRequest(
  { project, service }: TestProject,
  token: string,
  lines: readonly string[],
  path = '/v1/sessions/sso',
): Buffer {
  const body = JSON.stringify({ token })
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(service.origin).host}`,
    'connection: close',
    `x-project-key: ${project.publishableKey}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    ...lines,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1')
}

/** Header lines that `fetch` would not send; to this project's service, or to another one that stands beside it. */
export async function exchangeRaw(
  project: TestProject,
  token: string,
  lines: readonly string[],
  { port = project.service.port, path = '/v1/sessions/sso' } = {},
) {
  const answer: RawAnswer = await sendRaw(port, exchangeRequest(project, token, lines, path))
  return { ...answer, body: JSON.parse(answer.body) }
}
