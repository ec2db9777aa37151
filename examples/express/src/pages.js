import { apiOrigin, boardOrigin, projectKey } from './settings.js'

function page(title, content, scripts = '') {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · Acme</title>
  <link rel="stylesheet" href="/style.css">
  ${scripts}
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
}

export function homePage(nonce, person) {
  const account = person
    ? `<p>You are signed in as <b>${escapeHtml(person.givenName)}</b>.</p>
<form method="post" action="/logout"><button>Sign out</button></form>`
    : '<p>You are a guest here. <a href="/login">Sign in</a></p>'
  return page(
    'Home',
    `<h1>Acme</h1>
${account}
<p><a href="${boardOrigin}">What should we build next?</a></p>`,
    widget(nonce),
  )
}

function widget(nonce) {
  return `<script src="${apiOrigin}/widget.js" nonce="${nonce}" defer></script>
  <script src="/feedback.js" data-project-key="${projectKey}" nonce="${nonce}" defer></script>`
}

/** `state` is the one of the board, if the visitor comes from there. No widget here: it would open above the form with what a guest had begun to write. */
export function loginPage(state, hasFailed = false) {
  return page(
    'Sign in',
    `<h1>Sign in</h1>
${hasFailed ? '<p role="alert">This name and password do not belong together.</p>' : '<p>Try <b>ada</b> with the password <b>demo</b>.</p>'}
<form method="post" action="/login">
  <input type="hidden" name="state" value="${escapeHtml(state)}">
  <label>Name <input name="username" autocomplete="username" required></label>
  <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
  <button>Sign in</button>
</form>`,
  )
}

function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
