import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Permitted } from '../../domain/call/index.ts'
import { exportProject } from '../../domain/project-transfer/index.ts'
import { keepHeapSmall } from '../../foundation/heap/index.ts'
import type { Log } from '../../foundation/log/index.ts'
import { sealedStream } from '../../foundation/sealed-file/index.ts'
import { paced } from './slow-readers.ts'

/** It holds a snapshot, for which PostgreSQL keeps every row that it could still see. */
const LONGEST_MS = 60 * 60 * 1000

/** Sends everything in the project as a file. It begins before the answer does, so that a refusal reaches the caller. */
export async function sendExport(
  call: Permitted<'exports:read'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, version }: { readonly log: Log; readonly version: string },
): Promise<FastifyReply> {
  const about = { request_id: request.id, project_id: call.project.id }
  const lines = exportProject(call, {
    serviceVersion: version,
    longestMs: LONGEST_MS,
    onLeftOut: (ids) => log.warn({ ...about, file_ids: ids }, 'pictures were gone when an export was written'),
  })
  const head = await lines.next()
  const heap = keepHeapSmall()
  const file = paced(sealedStream(after(head.value ?? '', lines)))
  // A failure after the first bytes can no longer be reported to the caller: the connection is cut, and the log has the reason.
  file.once('error', (error) => log.error({ ...about, err: error }, 'an export broke off'))
  file.once('close', () => {
    heap.stop()
    void lines.return(undefined) // also if nobody has read a byte of it
  })
  const name = `${call.project.slug}-${call.now.toISOString().slice(0, 10)}.ndjson.gz`
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('application/gzip')
    .send(file)
}

async function* after(first: string, others: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* others
}
