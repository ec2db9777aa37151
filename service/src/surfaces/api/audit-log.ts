import { Type } from 'typebox'
import { type AuditEntry, listAuditEntries } from '../../domain/events/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { endpoint } from './endpoint.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { Nullable, OneOf, TimeOf } from './schema.ts'

const Entry = Type.Object({
  id: Type.String({ pattern: idPattern('auditRow'), description: 'The entry’s id.' }),
  at: TimeOf('When it was done.'),
  action: Type.String({ description: 'What was done, such as post.status_changed or user.banned.' }),
  actor: Type.Object(
    {
      kind: OneOf(['secret_key', 'operator', 'system'], {
        description: 'A server by its secret key, a person in the console, or the command line and the service itself.',
      }),
      id: Nullable(Type.String(), {
        description:
          'The id of the secret key or the operator; null for `system`. Behind `imported:` it is an operator of the installation that the project was imported from.',
      }),
      name: Nullable(Type.String(), { description: 'The name of the secret key.' }),
    },
    { description: 'Who did it.' },
  ),
  subject_id: Type.String({ description: 'The id of the object of the action.' }),
  data: Type.Object({}, { additionalProperties: true, description: 'Ids and texts that belong to the action.' }),
})

export const auditLog = endpoint({
  access: 'project:read',
  schema: {
    operationId: 'listAuditLog',
    summary: 'Read the audit log',
    description: 'Everything that servers, operators and the command line did in the project, the newest first.',
    tags: ['Project'],
    querystring: PageQuery,
    response: { 200: Paged(Entry, 'The actions.') },
  },
  problems: [cursorInvalid],
  handler: (call, request, _, context) =>
    answerPage(context, call, request, (page) => listAuditEntries(call, page), toJson),
})

function toJson({ id, at, action, actor, subjectId, data }: AuditEntry) {
  return {
    id,
    at: at.toISOString(),
    action,
    actor: { kind: actor.kind, id: actor.id ?? null, name: actor.name ?? null },
    subject_id: subjectId,
    data,
  }
}
