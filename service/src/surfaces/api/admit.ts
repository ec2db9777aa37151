import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Call,
  inProject,
  newCall,
  type ProjectCall,
  permit,
  type ReaderCall,
  type Server,
  type UserCall,
  type Visitor,
} from '../../domain/call/index.ts'
import { resolveSecretKey, secretKeyInBrowser } from '../../domain/caller-keys/index.ts'
import { projectById, projectKeyRequired } from '../../domain/projects/index.ts'
import { resolveSession, sessionRequired } from '../../domain/sessions/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import type { Limit } from '../../foundation/rate-limits/index.ts'
import { addressOf, isRefusal, READS, SERVER, WRITES } from '../http/index.ts'
import type { ApiContext } from './context.ts'
import { allowOrigin } from './cors.ts'
import { soleHeader } from './headers.ts'

const FOR_APPS = 'A secret key does not open this endpoint: it is for a user of an app, by publishable key and session.'

/** Whether the caller is an app: it names a project by its publishable key. */
export function isOfApp({ headers }: FastifyRequest): boolean {
  return headers['x-project-key'] !== undefined
}

/** Counts against a limit; the answer says what is left of each that was counted. */
export async function countUse({ limits }: ApiContext, reply: FastifyReply, limit: Limit, key: string): Promise<void> {
  const { headers } = await limits.take(limit, key)
  for (const [name, value] of Object.entries(headers)) {
    const others = reply.getHeader(name)
    reply.header(name, others === undefined ? value : `${others}, ${value}`)
  }
}

/** Lets a request in, step by step in the order the contract gives, or refuses it at the first step that fails. */
export class Admission {
  readonly #context: ApiContext
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly call: Call<Visitor>

  constructor(context: ApiContext, request: FastifyRequest, reply: FastifyReply) {
    this.#context = context
    this.#request = request
    this.#reply = reply
    this.call = newCall(context.database, context.places, context.now())
  }

  /** The project of an app, by its publishable key; then the origin of the page it runs in. */
  async app(): Promise<ProjectCall<Visitor>> {
    const key = soleHeader(this.#request, 'x-project-key')
    if (key === undefined) throw new Problem(projectKeyRequired, this.#isServer ? { detail: FOR_APPS } : {})
    const { projects, limits } = this.#context
    const project =
      projects.freshByKey(key) ??
      (await projects.byKey(this.call, key, { limits, limit: READS, address: this.#address }))
    allowOrigin(this.#request, this.#reply, project)
    return inProject(this.call, project)
  }

  get #isServer(): boolean {
    return this.#request.headers.authorization?.startsWith('Bearer svc_sk_') ?? false
  }

  get isApp(): boolean {
    return isOfApp(this.#request)
  }

  /** On a private board every read needs a session. A session that is sent must be valid, even if none is needed. */
  async reader(call: ProjectCall<Visitor>): Promise<ReaderCall> {
    return this.#request.headers.authorization === undefined ? permit(call, 'board:read') : this.session(call)
  }

  async session(call: ProjectCall): Promise<UserCall> {
    const token = this.#bearer()
    if (token === undefined) throw new Problem(sessionRequired)
    return resolveSession(call, token).catch(async (error) => {
      if (isRefusal(error)) await this.limit(READS, this.#address) // guesses are counted, because there is no session
      throw error
    })
  }

  get #address(): string {
    return addressOf(this.#request)
  }

  /** The project of a server, by its secret key. A key that comes from a web page is no longer secret. */
  async server(): Promise<ProjectCall<Server>> {
    const secret = this.#bearer()
    if (secret === undefined) throw new Problem(projectKeyRequired)
    if (this.#request.headers.origin !== undefined) throw new Problem(secretKeyInBrowser)
    const call = await resolveSecretKey(this.call, secret).catch(async (error) => {
      if (isRefusal(error)) await this.limit(READS, this.#address) // as above
      throw error
    })
    const { secretKey } = call.actor
    await this.limit(SERVER, secretKey.id)
    return inProject(call, await projectById(call, secretKey.projectId))
  }

  limit(limit: Limit, key: string): Promise<void> {
    return countUse(this.#context, this.#reply, limit, key)
  }

  giveBack(limit: Limit, key: string): Promise<void> {
    return this.#context.limits.giveBack(limit, key)
  }

  /** Reads are counted for the session, or for the address without one; writes for the user. */
  limitUse({ actor }: Pick<Call, 'actor'>): Promise<void> {
    const isRead = this.#request.method === 'GET'
    if (actor.kind !== 'user') return isRead ? this.limit(READS, this.#address) : Promise.resolve()
    return isRead ? this.limit(READS, actor.sessionHash.toString('base64url')) : this.limit(WRITES, actor.user.id)
  }

  #bearer(): string | undefined {
    return soleHeader(this.#request, 'authorization')?.match(/^Bearer +(\S+) *$/i)?.[1]
  }
}
