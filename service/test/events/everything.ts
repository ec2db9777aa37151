import { generateKeyPairSync } from 'node:crypto'
import type { TestProject } from '../harness/project.ts'

/** Everything that can happen to a board at least once, by people with names, addresses and traits at example.com. */
export async function doEverything(project: TestProject): Promise<void> {
  const { app, server, signIn } = project
  const { session, userId } = await signIn({
    sub: 'ada.sub@example.com',
    email: 'ada@example.com',
    given_name: 'Ada',
    traits: { plan: 'ada.trait@example.com' },
  })
  const made = async (path: string, body: unknown) => (await server('POST', path, body)).body
  const post = (await app('POST', '/v1/posts', { session, body: { title: 'Dark mode', body: 'Please.' } })).body.id
  const other = (await made('/v1/posts', { title: 'Night theme' })).id
  const comment = (await app('POST', `/v1/posts/${post}/comments`, { session, body: { body: 'At night.' } })).body.id
  await app('DELETE', `/v1/posts/${post}/vote`, { session })
  await app('PUT', `/v1/posts/${post}/vote`, { session })
  await app('DELETE', `/v1/posts/${post}/follow`, { session })
  await app('POST', '/v1/reports', { session, body: { post_id: other, reason: 'Twice here.' } })
  await app('POST', '/v1/reports', { session, body: { comment_id: comment, reason: 'My own.' } })
  await server('PATCH', `/v1/comments/${comment}`, { is_official: true })
  await server('PATCH', `/v1/posts/${post}`, { title: 'A dark mode' })
  const { data: statuses } = (await server('GET', '/v1/statuses')).body
  const planned = statuses.find(({ category }: { category: string }) => category === 'planned').id
  await server('POST', `/v1/posts/${post}/status`, { status_id: planned })
  await server('POST', `/v1/posts/${other}/merge`, { into_post_id: post })
  await server('POST', `/v1/posts/${other}/unmerge`)
  await server('POST', `/v1/moderation/${post}/reject`)
  await server('POST', `/v1/moderation/${post}/approve`)
  await server('POST', `/v1/moderation/${comment}/reject`)
  await server('DELETE', `/v1/comments/${comment}`)
  await server('DELETE', `/v1/posts/${other}`)
  await server('POST', '/v1/changelog', { title: 'Dark', body: 'It is.', state: 'published' })
  await server('PATCH', '/v1/project', { name: 'Harbour' })
  await server('POST', `/v1/users/${userId}/ban`, { reason: 'Rude.' })
  await server('POST', `/v1/users/${userId}/unban`)
  await server('POST', '/v1/signing_keys', { jwk: newPublicKey() })
  await server('POST', `/v1/signing_keys/${project.kid}/retire`)
  await server('POST', `/v1/signing_keys/${project.kid}/revoke`)
  const { body: second } = await server('PUT', '/v1/users/by_sub/bo', {})
  await server('POST', `/v1/users/${second.id}/erase`)
}

function newPublicKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
}
