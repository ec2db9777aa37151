import { randomBytes } from 'node:crypto'
import express from 'express'
import session from 'express-session'
import helmet from 'helmet'
import { feedbackRoutes } from './feedback.js'
import { homePage, loginPage } from './pages.js'
import { PEOPLE, personByPassword } from './people.js'
import { apiOrigin, boardOrigin } from './settings.js'

const port = Number(process.env.PORT ?? 4100)
/** Behind a proxy that ends TLS, and says so in X-Forwarded-Proto. */
const isHttps = process.env.HTTPS === '1'
const app = express()

app.use((_request, response, next) => {
  response.locals.nonce = randomBytes(16).toString('base64')
  next()
})
app.use(
  helmet({
    referrerPolicy: { policy: 'same-origin' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The nonce allows the two script tags, and strict-dynamic what widget.js loads.
        scriptSrc: [(_request, response) => `'nonce-${response.locals.nonce}'`, "'strict-dynamic'"],
        connectSrc: ["'self'", apiOrigin],
        imgSrc: ["'self'", boardOrigin],
        // The login form ends on the board when the visitor came from there.
        formAction: ["'self'", boardOrigin],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
  }),
)
app.use(express.static('public'))
app.use(
  session({
    secret: process.env.SESSION_SECRET ?? randomBytes(32).toString('hex'),
    cookie: { httpOnly: true, sameSite: 'lax', secure: isHttps },
    proxy: isHttps,
    resave: false,
    saveUninitialized: false,
  }),
)
app.use(express.urlencoded({ extended: false, limit: '10kb' }))

// Express has no CSRF protection of its own. Browsers say which site a form comes from.
app.use((request, response, next) => {
  if (request.method !== 'POST' || request.get('Sec-Fetch-Site') === 'same-origin') return next()
  response.status(403).type('text').send('The form was sent by another site.')
})

const userOf = (request) => PEOPLE.find(({ id }) => id === request.session.userId)

app.use('/feedback', feedbackRoutes(userOf))

app.get('/', (request, response) => response.send(homePage(response.locals.nonce, userOf(request))))

app.get('/login', (request, response) => response.send(loginPage(textOf(request.query.state))))

app.post('/login', (request, response, next) => {
  const { username, password, state } = request.body ?? {}
  const person = personByPassword(username, password)
  if (!person) return response.status(422).send(loginPage(textOf(state), true))
  // A new session id, so that nobody can have planted it before.
  request.session.regenerate((error) => {
    if (error) return next(error)
    request.session.userId = person.id
    response.redirect(303, state ? `/feedback/sign-in?${new URLSearchParams({ state: textOf(state) })}` : '/')
  })
})

app.post('/logout', (request, response, next) =>
  request.session.destroy((error) => (error ? next(error) : response.redirect(303, '/'))),
)

const textOf = (value) => (typeof value === 'string' ? value : '')

app.listen(port, '127.0.0.1', () => process.stdout.write(`Acme is at http://localhost:${port}\n`))
