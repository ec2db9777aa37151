// Node 20.11 or newer, no dependency. The package @feedback-board/server does the same and checks its input.
import { createPrivateKey, randomBytes, sign } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'

/** Signs a token that works once. `claims` holds the optional ones: nonce, email, given_name, … One that is null or '' is left out. */
export function createSignInToken({ projectId, keyId, privateKey, audience, userId, claims = {} }) {
  const header = { alg: 'ES256', kid: keyId, typ: 'svc-sso+jwt' } // typ is checked; most JWT libraries write "JWT"
  const iat = Math.floor(Date.now() / 1000)
  const payload = {
    ...Object.fromEntries(Object.entries(claims).filter(([, value]) => (value ?? '') !== '')),
    iss: projectId,
    aud: audience.replace(/\/$/, ''), // an origin has no slash at its end
    sub: userId,
    iat,
    exp: iat + 300, // at most 600
    jti: randomBytes(16).toString('base64url'), // 128 random bits; a UUID has 122
  }
  const signed = `${encode(header)}.${encode(payload)}`
  // ieee-p1363 is r‖s in 64 bytes, as JWS asks; without it Node answers DER, which is refused.
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

function encode(part) {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

// From here on: the command line around it.
function required(name) {
  const value = process.env[name]
  if (value) return value
  process.stderr.write(`${name} is not set.\n`)
  process.exit(1)
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const token = createSignInToken({
    projectId: required('PROJECT_ID'),
    keyId: required('KEY_ID'),
    privateKey: createPrivateKey(readFileSync(required('PRIVATE_KEY_FILE'))),
    audience: required('AUDIENCE'),
    userId: required('USER_ID'),
    claims: { email: process.env.USER_EMAIL, nonce: process.env.NONCE },
  })
  process.stdout.write(`${token}\n`)
}
