import {
  atInstant,
  type Call,
  inProject,
  type Project,
  permit,
  type ServiceCall,
  type System,
  type SystemCall,
  systemCallIn,
} from '../domain/call/index.ts'
import { resolveSecretKey } from '../domain/caller-keys/index.ts'
import { changeSettings } from '../domain/project-settings/index.ts'
import { createProject, findProject, listProjects, slugTaken } from '../domain/projects/index.ts'
import { addSigningKey, kidTaken, listSigningKeys, mayVerify, parseKeyUpload } from '../domain/signing-keys/index.ts'
import { Problem } from '../foundation/problems/index.ts'
import { BEGAN_DAYS_AGO, daysBefore, fillProject, TEAM_MAY } from './fill.ts'

const SLUG = 'acme'
/** Tells the demo from another project with the slug acme. */
const CLIENT_APP_SIGN_IN = /^(http:\/\/localhost:\d+)\/feedback\/sign-in$/

export interface DemoOptions {
  /** The address of the demo's client app. */
  readonly clientApp: string
  /** Whether that is only a guess: a demo that is there keeps the address that it has. */
  readonly isGuessed?: boolean
  /** The public key of the client app. */
  readonly jwk?: unknown
  /** Whether to make nothing if there are other projects and no demo. */
  readonly onlyIfEmpty: boolean
}

export interface Demo {
  readonly project: Project
  readonly kid: string | undefined
  /** Set if the demo was just made; shown once. */
  readonly secretKey: string | undefined
}

type DemoCall = Call<System> & ServiceCall

/**
 * Makes the demo, or finds it, and makes sure that its client app can sign people in. It may be repeated and
 * interrupted. Undefined if there are other projects and no demo.
 */
export async function ensureDemo(call: DemoCall, options: DemoOptions): Promise<Demo | undefined> {
  const present = await findProject(call, SLUG)
  if (present) return adopt(systemCallIn(call, present), options)
  if (options.onlyIfEmpty && (await listProjects(call, { limit: 1, after: undefined })).items.length > 0)
    return undefined
  try {
    return await make(call, options)
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== slugTaken) throw error
    return ensureDemo(call, options) // somebody else was faster
  }
}

/** All of it, or nothing. */
async function make(call: DemoCall, { clientApp, jwk }: DemoOptions): Promise<Demo> {
  const draft = {
    name: 'Acme',
    slug: SLUG,
    signInUrl: `${clientApp}/feedback/sign-in`,
    allowedOrigins: [clientApp],
    allowedTraits: ['plan', 'company', 'mrr'],
    accountTrait: 'company',
    valueTrait: 'mrr',
    accentColor: '#4b32c9',
  }
  const { project, secretKey } = await createProject(daysBefore(call, BEGAN_DAYS_AGO), draft, async (then, made) => {
    const now = atInstant(then, call.now)
    const system = systemCallIn(now, made.project)
    if (jwk !== undefined) await addSigningKey(system, { jwk })
    const team = inProject(await resolveSecretKey(now, made.secretKey), made.project)
    await fillProject(system, permit(team, TEAM_MAY))
  })
  return { project, kid: jwk === undefined ? undefined : parseKeyUpload({ jwk }).kid, secretKey }
}

/** Takes over another address or key of the client app. A project that only has the same slug is left alone. */
async function adopt(call: SystemCall, { clientApp, isGuessed, jwk }: DemoOptions): Promise<Demo | undefined> {
  const before = CLIENT_APP_SIGN_IN.exec(call.project.signInUrl ?? '')?.[1]
  if (before === undefined) return undefined
  const project = isGuessed || before === clientApp ? call.project : await moveTo(call, before, clientApp)
  const kid = jwk === undefined ? undefined : await ensureKey(systemCallIn(call, project), jwk)
  return { project, kid, secretKey: undefined }
}

function moveTo(call: SystemCall, before: string, clientApp: string): Promise<Project> {
  const others = call.project.allowedOrigins.filter((origin) => origin !== before && origin !== clientApp)
  return changeSettings(call, { signInUrl: `${clientApp}/feedback/sign-in`, allowedOrigins: [clientApp, ...others] })
}

async function ensureKey(call: SystemCall, jwk: unknown): Promise<string> {
  const { kid } = parseKeyUpload({ jwk })
  const key = (await listSigningKeys(call)).find((one) => one.kid === kid)
  if (key && mayVerify(key, call.now)) return kid
  if (key) throw new Problem(kidTaken, { detail: 'The key of the client app was revoked; it needs a new pair.' })
  try {
    return (await addSigningKey(call, { jwk })).kid
  } catch (error) {
    if (error instanceof Problem && error.kind === kidTaken) return kid // two at once; the other one added it
    throw error
  }
}
