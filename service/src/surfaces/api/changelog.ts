import { Type } from 'typebox'
import { isServer, permit, type ReaderCall, type ServerCall } from '../../domain/call/index.ts'
import {
  changeEntry,
  deleteEntry,
  ENTRY_STATES,
  EntryBody,
  type EntryFilter,
  getEntry,
  listEntries,
  MOST_LINKS,
  writeEntry,
} from '../../domain/changelog/index.ts'
import { camelCased } from '../../domain/members.ts'
import { Title } from '../../domain/texts/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { invalidRequest, notFound, Problem, versionConflict } from '../../foundation/problems/index.ts'
import { ChangelogEntry, toEntryJson } from './changelog-json.ts'
import { endpoint } from './endpoint.ts'
import { tagVersion, versionsOf } from './if-match.ts'
import { present } from './input.ts'
import { answerPage, PAGE_QUERY, Paged } from './paging.ts'
import { forServers, Instant, OneOf } from './schema.ts'

const TAGS = ['Roadmap and changelog']
/** The longest text, every character of it escaped. */
const BODY_LIMIT = 262_144
const EntryParams = Type.Object({ id: Type.String({ description: 'The entry’s id.' }) })

type State = (typeof ENTRY_STATES)[number]

const publication = {
  state: Type.Optional(OneOf(ENTRY_STATES, { description: 'A scheduled entry is public from its publish_at on.' })),
  publish_at: Type.Optional(
    Instant({
      description:
        'For a scheduled entry, a time in the future. For a published one, a time in the past; now if absent.',
    }),
  ),
}
const contents = {
  body: Type.Optional(EntryBody),
  post_ids: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: MOST_LINKS,
      uniqueItems: true,
      description: 'All posts it is about, in this order.',
    }),
  ),
  ...publication,
}

export const list = endpoint({
  access: ['reader', 'board:read'],
  schema: {
    operationId: 'listChangelog',
    summary: 'List the changelog',
    description:
      'Published entries, the newest first. A server with changelog:write sees entries of all states, the one made last first, and may ask for one state.',
    tags: TAGS,
    querystring: Type.Object(
      {
        ...PAGE_QUERY,
        published_after: Type.Optional(Instant({ description: 'Only entries published after this.' })),
        state: Type.Optional(OneOf(ENTRY_STATES, forServers('with changelog:write.'))),
      },
      { additionalProperties: false },
    ),
    response: { 200: Paged(ChangelogEntry, 'Entries.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) => {
    const filter = readFilter(call, request.query)
    return answerPage(
      context,
      call,
      request,
      (page) => listEntries(call, filter, page),
      (entry) => toEntryJson(call, entry),
    )
  },
})

export const get = endpoint({
  access: ['reader', 'board:read'],
  schema: {
    operationId: 'getChangelogEntry',
    summary: 'Read a changelog entry',
    description: 'Only servers with changelog:write see entries that are not published.',
    tags: TAGS,
    params: EntryParams,
    response: { 200: ChangelogEntry },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    const entry = await getEntry(call, params.id)
    tagVersion(reply, entry)
    return toEntryJson(call, entry)
  },
})

export const create = endpoint({
  access: 'changelog:write',
  bodyLimit: BODY_LIMIT,
  schema: {
    operationId: 'createChangelogEntry',
    summary: 'Write a changelog entry',
    description:
      'Without a state it is a draft. A scheduled entry becomes public by itself at publish_at. To import an old entry, publish it with its original publish_at.',
    tags: TAGS,
    body: Type.Object({ title: Title, ...contents }, { additionalProperties: false }),
    response: { 201: ChangelogEntry },
  },
  problems: [notFound],
  handler: async (call, { body }, reply) => {
    const entry = await writeEntry(call, { body: '', ...camelCased(body) })
    tagVersion(reply, entry)
    reply.code(201).header('location', `/v1/changelog/${entry.id}`)
    return toEntryJson(call, entry)
  },
})

export const edit = endpoint({
  access: 'changelog:write',
  bodyLimit: BODY_LIMIT,
  schema: {
    operationId: 'editChangelogEntry',
    summary: 'Change a changelog entry',
    description:
      'It can also publish or schedule the entry, or make it a draft again. An entry is announced once, however often it is published. With If-Match, the change is made only if that version is still current.',
    tags: TAGS,
    params: EntryParams,
    body: Type.Object({ title: Type.Optional(Title), ...contents }, { additionalProperties: false, minProperties: 1 }),
    response: { 200: ChangelogEntry },
  },
  problems: [notFound, versionConflict],
  handler: async (call, request, reply) => {
    const { params, body } = request
    const entry = await changeEntry(call, params.id, camelCased(body), versionsOf(request))
    tagVersion(reply, entry)
    return toEntryJson(call, entry)
  },
})

export const remove = endpoint({
  access: 'changelog:write',
  schema: {
    operationId: 'deleteChangelogEntry',
    summary: 'Delete a changelog entry',
    tags: TAGS,
    params: EntryParams,
    response: { 204: Type.Null({ description: 'It is gone.' }) },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    await deleteEntry(call, params.id)
    return reply.code(204).send()
  },
})

/** Only a caller who sees more than one state can filter by state. */
function readFilter(
  call: ReaderCall | ServerCall,
  { state, published_after: after }: { state?: State; published_after?: Date },
): EntryFilter {
  if (state !== undefined && !isServer(call)) throw queryFault('/querystring/state', 'may be sent only by a server')
  if (state !== undefined) permit(call, 'changelog:write')
  if (after !== undefined && state !== undefined && state !== 'published') {
    throw queryFault('/querystring/published_after', 'fits published entries alone')
  }
  return { ...present('state', state), ...present('publishedAfter', after) }
}

function queryFault(pointer: string, detail: string): Problem {
  return new Problem(invalidRequest, { errors: [{ pointer, detail }] })
}
