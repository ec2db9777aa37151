import { fastify } from 'fastify'
import { openDatabase, serve } from './database.ts'
import { withHeaders } from './headers.ts'
import { readProject, USER, userJson, userOf } from './users.ts'

/* One look-up: the session with all that can end it, and its user. */
const database = await openDatabase()
const project = await readProject(database)
const app = fastify()

app.get('/v1/me', { schema: { response: { 200: USER } } }, async (request, reply) => {
  const user = await userOf(database, request.headers.authorization)
  if (!user) throw new Error('There is no such session')
  withHeaders(reply).header('etag', `"${user.version}"`).header('cache-control', 'no-store')
  return userJson(project, user)
})
await serve(app, database)
