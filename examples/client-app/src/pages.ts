import { PEOPLE, type Person } from './people.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

interface Places {
  readonly boardOrigin: string
  readonly apiOrigin: string
  readonly projectKey: string
}

export function createPages({ boardOrigin, apiOrigin, projectKey }: Places) {
  const board = escapeHtml(boardOrigin)

  const page = (title: string, person: Person | undefined, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Acme</title>
<link rel="stylesheet" href="/style.css">
<script src="${escapeHtml(apiOrigin)}/widget.js" defer></script>
<script src="/feedback.js" data-project-key="${escapeHtml(projectKey)}" defer></script>
<header>
  <a class="logo" href="/">Acme</a>
  <a href="${board}">Feedback</a> <a href="/account">${person ? escapeHtml(person.givenName) : 'Sign in'}</a>
</header>
<main>
${content}
</main>
<footer>Acme is made up. It shows how an app signs its people in on a feedback board.</footer>
</html>
`

  return {
    home: (person: Person | undefined) =>
      page(
        'Projects that finish',
        person,
        `<h1>Projects that finish</h1>
<p class="lead">Plans, boards and timelines for teams that would rather build than report.</p>
<p><a class="button" href="/account">${person ? 'Your account' : 'Sign in'}</a> <a class="button quiet" href="${board}">What should we build next?</a></p>`,
      ),

    /** `action` is the address of the form; it contains the board's state if the visitor continues to the board. */
    signIn: (action: string, goesToBoard: boolean) =>
      page(
        'Sign in',
        undefined,
        `<h1>Sign in to Acme</h1>
<p>${goesToBoard ? 'You come from the feedback board and go back there at once.' : 'Choose who you are.'} This is a demo, so nobody asks for a password.</p>
<form method="post" action="${escapeHtml(action)}">
${PEOPLE.map(choice).join('\n')}
</form>`,
      ),

    account: (person: Person) =>
      page(
        'Your account',
        person,
        `<h1>${escapeHtml(`${person.givenName} ${person.familyName}`)}</h1>
<dl>
  <dt>E-mail</dt><dd>${escapeHtml(person.email)}, which the feedback board never shows</dd>
  <dt>Id</dt><dd>${escapeHtml(person.id)}</dd>
</dl>
<p><a class="button" href="${board}">Feedback</a></p>
<form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>`,
      ),

    message: (title: string, text: string) =>
      page(
        title,
        undefined,
        `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)} <a href="${board}">To the board</a></p>`,
      ),
  }
}

function choice({ id, givenName, familyName, email }: Person): string {
  return `<button class="person" name="person" value="${escapeHtml(id)}"><b>${escapeHtml(`${givenName} ${familyName}`)}</b> ${escapeHtml(email)}</button>`
}
