import { createHash } from 'node:crypto'
import type { BareDatabase } from './database.ts'

/* What the bare sides of several workloads know about users. */
const { PROJECT = '' } = process.env

/** All that can end a session is looked at: it expired, was ended, its user's epoch or state changed, its signing key's sessions were ended. */
export const SESSION = {
  name: 'session',
  text: `select u.id, u.given_name, u.family_name, u.locale, u.state, u.name_choice, u.custom_name, u.name_locked, u.notification_choices, u.created_at,
      u.version, s.expires_at, s.ended_at is not null or s.epoch <> u.session_epoch or u.state <> 'active' or (
        select k.sessions_ended_at from signing_keys k
        where k.project_id = s.project_id and k.kid = s.kid and k.sessions_ended_at is not null) is not null as is_over
    from sessions s join users u on u.project_id = s.project_id and u.id = s.user_id where s.project_id = $1 and s.token_hash = $2`,
}

/** The row of the user, or undefined if the session is over. */
export async function userOf({ lookUp }: BareDatabase, authorization: string | undefined) {
  const hash = sha256(String(authorization).slice(7))
  const [user] = (await lookUp({ ...SESSION, values: [PROJECT, hash] })).rows
  return user && !user.is_over && user.expires_at > new Date() ? user : undefined
}

/** A project's settings change once a month, so they are read once. */
export async function readProject({ pool }: BareDatabase): Promise<{ name: string; notification_defaults: object }> {
  const { rows } = await pool.query('select name, notification_defaults from projects where id = $1', [PROJECT])
  return rows[0]
}

const text = { type: 'string' }
const maybe = { type: ['string', 'null'] }
const flag = { type: 'boolean' }
const notifications = { email: flag, frequency: text, status_changes: flag, comments: flag, changelog: flag }

/** The schema of `userJson`. */
export const USER = {
  type: 'object',
  properties: {
    id: text,
    display_name: text,
    name_choice: text,
    name_choices: { type: 'array', items: { type: 'object', properties: { choice: text, preview: maybe } } },
    name_locked: flag,
    notifications: { type: 'object', properties: notifications },
    locale: maybe,
    created_at: text,
  },
}

// biome-ignore lint/suspicious/noExplicitAny: a row is what its statement says
export function userJson(project: { name: string; notification_defaults: object }, row: any) {
  const firstName = firstNameOf(row)
  return {
    id: row.id,
    display_name: nameOf(project.name, row),
    name_choice: row.name_choice,
    name_choices: [
      { choice: 'default', preview: `${project.name} user` },
      ...(firstName ? [{ choice: 'first_name', preview: firstName }] : []),
      { choice: 'custom', preview: row.custom_name },
    ],
    name_locked: row.name_locked,
    notifications: { ...project.notification_defaults, ...row.notification_choices },
    locale: row.locale,
    created_at: row.created_at.toISOString(),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above
export function nameOf(projectName: string, row: any): string {
  if (row.state === 'erased') return 'deleted user'
  if (row.name_choice === 'custom' && row.custom_name) return row.custom_name
  return (row.name_choice === 'first_name' && firstNameOf(row)) || `${projectName} user`
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function firstNameOf({ given_name, family_name }: any): string | undefined {
  return given_name && family_name ? `${given_name} ${family_name[0].toUpperCase()}.` : given_name
}

export function sha256(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
