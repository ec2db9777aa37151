import { fastify } from 'fastify'
import pg from 'pg'
import { openEmbedded } from '../../service/src/foundation/storage/embedded/index.ts'

const server = await openEmbedded({
  dataDir: process.env.DATA_DIR ?? '',
  role: 'service',
  onProgress: () => {},
  onEvicted: () => {},
})
const pool = new pg.Pool(server.connection)
const app = fastify()
app.get('/ready', async () => (await pool.query('select 1 as one')).rows)
process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
  await server.close()
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
