import { Type } from 'typebox'
import { exportProject } from '../../domain/project-transfer/index.ts'
import { sealedStream } from '../../foundation/sealed-file/index.ts'
import { PROJECT_EXPORTS } from '../http/index.ts'
import { endpoint } from './endpoint.ts'

export const exportAll = endpoint({
  access: 'exports:read',
  schema: {
    operationId: 'exportProject',
    summary: 'Export everything in the project',
    description:
      'One file, streamed, of any size: gzip of lines of JSON. The first line is a head with the number of records of each kind; then each line is one record, `{"type", "data"}`; the last line has the number of lines before it and the SHA-256 of their bytes. A file without that line is not complete: ask again. It holds everything but secrets, as it was at one moment, and `svc project import` makes a new project of it. It has e-mail addresses and internal comments: keep it as you keep the database.',
    tags: ['Project'],
    produces: ['application/gzip'],
    response: { 200: Type.String({ format: 'binary', description: 'The file.' }) },
  },
  limit: (admission, { project }) => admission.limit(PROJECT_EXPORTS, project.id),
  handler: async (call, request, reply, { log, version }) => {
    const file = sealedStream(exportProject(call, version))
    // A failure after the first bytes can no longer be reported to the caller: the connection is cut, and the log has the reason.
    file.once('error', (error) => log.error({ request_id: request.id, err: error }, 'an export broke off'))
    const name = `${call.project.slug}-${call.now.toISOString().slice(0, 10)}.ndjson.gz`
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .type('application/gzip')
      .send(file)
  },
})
