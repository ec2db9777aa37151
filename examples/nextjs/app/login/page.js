import { redirect } from 'next/navigation'
import { personByPassword } from '../../lib/people.js'
import { beginSession } from '../../lib/session.js'
import { boardCallback, boardOrigin } from '../../lib/signer.js'

/** `state` is the one of the board, if the visitor comes from there. No widget here: it would open above the form with what a guest had begun to write. */
export default async function Login({ searchParams }) {
  const { state = '', failed } = await searchParams
  return (
    <>
      <h1>Sign in</h1>
      {failed ? (
        <p role="alert">This name and password do not belong together.</p>
      ) : (
        <p>
          Try <b>ada</b> with the password <b>demo</b>.
        </p>
      )}
      <form action={logIn}>
        <input type="hidden" name="state" value={state} />
        <label>
          Name <input name="username" autoComplete="username" required />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </>
  )
}

// A Server Action: Next.js refuses it if another site sends it.
async function logIn(form) {
  'use server'
  const state = String(form.get('state') ?? '')
  const person = personByPassword(form.get('username'), form.get('password'))
  if (!person) redirect(`/login?${new URLSearchParams({ failed: '1', state })}`)
  await beginSession(person)
  redirect(state ? ((await boardCallback(person, state)) ?? boardOrigin()) : '/')
}
