import { headers } from 'next/headers'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { currentUser, endSession } from '../lib/session.js'
import { boardOrigin } from '../lib/signer.js'
import { Feedback } from './feedback.js'

export default async function Home() {
  const user = await currentUser()
  return (
    <>
      <h1>Acme</h1>
      {user ? <Account user={user} /> : <Guest />}
      <p>
        <a href={boardOrigin()}>What should we build next?</a>
      </p>
      <Feedback
        key={user?.id ?? 'guest'}
        apiOrigin={new URL(process.env.FEEDBACK_API_ORIGIN).origin}
        projectKey={process.env.FEEDBACK_PROJECT_KEY}
        nonce={(await headers()).get('x-nonce')}
      />
    </>
  )
}

function Guest() {
  return (
    <p>
      You are a guest here. <Link href="/login">Sign in</Link>
    </p>
  )
}

function Account({ user }) {
  return (
    <>
      <p>
        You are signed in as <b>{user.givenName}</b>.
      </p>
      <form action={logOut}>
        <button type="submit">Sign out</button>
      </form>
    </>
  )
}

async function logOut() {
  'use server'
  await endSession()
  redirect('/')
}
