// The widget in the corner of every page. widget.js, which the page loads before, has made `FeedbackBoard`.
const { projectKey } = document.currentScript.dataset

// Without it, widget.js did not load: a blocker, or an outage. The page works all the same.
if (window.FeedbackBoard) {
  FeedbackBoard.create({ projectKey, getToken, onSignIn: () => location.assign('/login') })
}

async function getToken() {
  const answer = await fetch('/feedback/token')
  if (answer.status === 401) return null // nobody is signed in here
  return (await answer.json()).token
}
