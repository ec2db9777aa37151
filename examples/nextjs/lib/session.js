import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookies } from 'next/headers'
import { PEOPLE } from './people.js'

const NAME = 'session'
const SECONDS = 8 * 60 * 60

/** The signed-in user, or undefined. The cookie holds id and end of the session, signed. Use the sessions that your app has. */
export async function currentUser() {
  const [id = '', end = '', signature = ''] = (await cookies()).get(NAME)?.value.split('~') ?? []
  const isOurs = isEqual(signature, signatureOf(`${id}~${end}`))
  return isOurs && Number(end) > Date.now() ? PEOPLE.find((person) => person.id === id) : undefined
}

export async function beginSession({ id }) {
  const content = `${id}~${Date.now() + SECONDS * 1000}`
  const store = await cookies()
  store.set(NAME, `${content}~${signatureOf(content)}`, {
    httpOnly: true,
    sameSite: 'lax',
    secure: process.env.NODE_ENV === 'production',
    maxAge: SECONDS,
  })
}

export async function endSession() {
  const store = await cookies()
  store.delete(NAME)
}

function signatureOf(content) {
  return createHmac('sha256', process.env.SESSION_SECRET).update(content).digest('base64url')
}

function isEqual(one, other) {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
