import { Type } from 'typebox'
import { exportRunning } from '../../domain/project-transfer/index.ts'
import { PROJECT_EXPORTS, sendExport } from '../http/index.ts'
import { endpoint } from './endpoint.ts'

export const exportAll = endpoint({
  access: 'exports:read',
  schema: {
    operationId: 'exportProject',
    summary: 'Export everything in the project',
    description:
      'One file, streamed, of any size: gzip of lines of JSON. The first line is a head with the number of records of each kind; then each line is one record, `{"type", "data"}`; the last line has the number of lines before it and the SHA-256 of their bytes. A file without that line is not complete: ask again. It holds everything but secrets, as it was at one moment, and `svc project import` makes a new project of it. It has e-mail addresses and internal comments: keep it as you keep the database. A project has one export at a time. It is cut after an hour, or when its reader takes less than 256 KB a minute. The audit log says who began it. Where pictures are in an object storage and one is gone, the record `left_out` before the last line names it.',
    tags: ['Project'],
    produces: ['application/gzip'],
    response: { 200: Type.String({ format: 'binary', description: 'The file.' }) },
  },
  limit: (admission, { project }) => admission.limit(PROJECT_EXPORTS, project.id),
  problems: [exportRunning],
  handler: sendExport,
})
