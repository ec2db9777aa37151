// The widget: feedback in the corner of every page. widget.js, which the page loads before, has made `FeedbackBoard`.
const { projectKey } = document.currentScript.dataset

FeedbackBoard.create({ projectKey, getToken })

async function getToken() {
  const answer = await fetch('/feedback/token')
  if (answer.status === 401) return null // nobody is signed in here, so the widget only reads
  return (await answer.json()).token
}
