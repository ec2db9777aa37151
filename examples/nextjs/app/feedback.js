'use client'

import Script from 'next/script'
import { useEffect, useRef } from 'react'

/** The widget in the corner of the page. Its key is the user's id, so that another user gets another widget. */
export function Feedback({ apiOrigin, projectKey, nonce }) {
  const widget = useRef(undefined)
  useEffect(() => () => widget.current?.destroy(), [])

  function create() {
    widget.current ??= window.FeedbackBoard.create({ projectKey, getToken, onSignIn: () => location.assign('/login') })
  }
  return <Script src={`${apiOrigin}/widget.js`} nonce={nonce} onReady={create} />
}

async function getToken() {
  const answer = await fetch('/feedback/token')
  if (answer.status === 401) return null // nobody is signed in here
  return (await answer.json()).token
}
