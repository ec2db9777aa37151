import { SigningError } from './signing-error.ts'

const PROJECT_ID = /^prj_[0-9A-Za-z]+$/
const KEY_ID = /^[A-Za-z0-9._-]{1,128}$/
const LONGEST_LIFETIME_SECONDS = 600

export function checkProjectId(projectId: unknown): string {
  if (typeof projectId === 'string' && PROJECT_ID.test(projectId)) return projectId
  throw new SigningError('project_id_invalid', "projectId must be the project's public id, which begins with prj_.")
}

export function checkKeyId(keyId: unknown): string {
  if (typeof keyId === 'string' && KEY_ID.test(keyId)) return keyId
  throw new SigningError('key_id_invalid', 'keyId must be the signing key\'s "kid": 1 to 128 of A-Z a-z 0-9 . _ -')
}

/** The service compares `aud` exactly, so it would refuse a path. A slash at the end is removed: browsers add it to the addresses that they show. */
export function checkOrigin(origin: unknown, name: string): string {
  if (typeof origin !== 'string' || !/^https?:/i.test(origin) || !URL.canParse(origin)) {
    throw new SigningError('origin_invalid', `${name} must be an origin such as https://api.example.com.`)
  }
  const { origin: canonical } = new URL(origin)
  if (canonical === origin.replace(/\/$/, '')) return canonical
  throw new SigningError('origin_invalid', `${name} must be an origin alone, without a path: ${canonical}`)
}

export function checkLifetime(seconds: unknown): number {
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 1 && seconds <= LONGEST_LIFETIME_SECONDS) {
    return seconds
  }
  throw new SigningError(
    'lifetime_invalid',
    `lifetimeSeconds must be a whole number from 1 to ${LONGEST_LIFETIME_SECONDS}; 300 is recommended.`,
  )
}

/** In whole seconds, as tokens count. */
export function checkTime(now: unknown): number {
  const seconds = now instanceof Date ? Math.floor(now.getTime() / 1000) : Number.NaN
  if (seconds >= 0) return seconds
  throw new SigningError('time_invalid', 'now must be a valid Date after 1970.')
}

/** A query with two `state` parameters reaches many frameworks as an array; signing that would never work. */
export function checkState(state: unknown): string {
  if (typeof state === 'string' && state !== '') return state
  throw new SigningError(
    'state_missing',
    'state is missing: pass the one "state" query parameter with which the board sent the visitor to your sign-in URL. ' +
      'Without one the visit did not begin on the board, so send the visitor there first.',
  )
}
