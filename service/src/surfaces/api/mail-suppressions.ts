import { Type } from 'typebox'
import {
  type Suppression as DomainSuppression,
  liftSuppression,
  listSuppressions,
  SuppressionReason,
  suppressAddress,
} from '../../domain/mails/index.ts'
import { EmailAddress } from '../../domain/texts/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { answerPage, PAGE_QUERY, Paged } from './paging.ts'
import { Shared, TimeOf } from './schema.ts'

const TAGS = ['Mail']

const Suppression = Shared(
  'MailSuppression',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('mailSuppression'), description: 'The suppression’s id.' }),
      email: Type.String({ description: 'The address, in lower case.' }),
      reason: Type.String({ description: 'Why it gets no mail: what you sent, or what the mail server answered.' }),
      created_at: TimeOf('When it was added.'),
    },
    { description: 'An address that gets no mail.' },
  ),
)

function toSuppressionJson({ id, email, reason, createdAt }: DomainSuppression) {
  return { id, email, reason, created_at: createdAt.toISOString() }
}

export const list = endpoint({
  access: 'mails:manage',
  schema: {
    operationId: 'listMailSuppressions',
    summary: 'List the addresses that get no mail',
    description:
      'The newest first. An address that the mail server refused for good is among them, and those that you reported.',
    tags: TAGS,
    querystring: Type.Object(
      {
        email: Type.Optional(Type.String({ maxLength: EmailAddress.maxLength, description: 'Only this address.' })),
        ...PAGE_QUERY,
      },
      { additionalProperties: false },
    ),
    response: { 200: Paged(Suppression, 'Addresses that get no mail.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) =>
    answerPage(
      context,
      call,
      request,
      (page) => listSuppressions(call, { email: request.query.email }, page),
      toSuppressionJson,
    ),
})

export const create = endpoint({
  access: 'mails:manage',
  schema: {
    operationId: 'createMailSuppression',
    summary: 'Stop mail to an address',
    description:
      'For what your mail provider reports: bounces and complaints. The address gets no more mail from this project. Repeating it changes nothing.',
    tags: TAGS,
    body: Type.Object({ email: EmailAddress, reason: SuppressionReason }, { additionalProperties: false }),
    response: { 201: Suppression },
  },
  handler: async (call, { body }, reply) => {
    const suppression = await suppressAddress(call, body.email, body.reason)
    reply.code(201)
    return toSuppressionJson(suppression)
  },
})

export const remove = endpoint({
  access: 'mails:manage',
  schema: {
    operationId: 'deleteMailSuppression',
    summary: 'Allow mail to an address again',
    tags: TAGS,
    params: Type.Object({ id: Type.String({ description: 'The suppression’s id.' }) }),
    response: { 204: Type.Null({ description: 'Mail goes to the address again.' }) },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    await liftSuppression(call, params.id)
    return reply.code(204).send()
  },
})
