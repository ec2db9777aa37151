import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSigner, type Signer } from '@feedback-board/server'
import type { Request } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { hashSecret } from '../../src/foundation/secrets/index.ts'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import { type Desk, startDesk } from './desk.ts'
import { useBrowser } from './tabs.ts'

const openTab = useBrowser()

/** Address, headers as they left, and body. */
async function whole(request: Request): Promise<string> {
  const asked = new Promise<Record<string, string>>((late) => setTimeout(late, 500, request.headers())) // what never left has no others
  const headers = await Promise.race([request.allHeaders().catch(() => asked), asked])
  const body = request.postDataBuffer()?.toString('latin1') ?? ''
  return `${request.method()} ${request.url()}\n${JSON.stringify(headers)}\n${body}`
}

async function root({ ask, linkFor }: Desk): Promise<string> {
  const { cookies } = await ask('POST', '/enter', { form: { code: await linkFor('root.browser@acme.example') } })
  return cookies[0]?.split(';')[0] ?? ''
}

/** The client's app: it vouches for Ada, with whatever signer it was given last. */
async function startClient() {
  const client: { signer?: Pick<Signer, 'boardCallback'>; url: string } = { url: '' }
  const server = createServer(async (request, response) => {
    const state = new URL(request.url ?? '', 'http://client.invalid').searchParams.get('state') ?? ''
    const location = await client.signer?.boardCallback({ id: 'ada', givenName: 'Ada' }, state)
    response.writeHead(303, { location }).end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  client.url = `http://localhost:${(server.address() as AddressInfo).port}/feedback/sign-in` // a TCP server that listens has one
  return client
}

/** Every stretch of the key that would give it away, in each way it could be written. */
function piecesOf(pem: string): string[] {
  const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' })
  const bytes = Buffer.from(d, 'base64url')
  const body = pem.replace(/-----[^-]+-----|\s/g, '')
  const scalar = [d, bytes.toString('base64'), bytes.toString('hex'), encodeURIComponent(bytes.toString('base64'))]
  const stretches = Array.from({ length: bytes.length - 11 }, (_, at) => bytes.subarray(at, at + 12))
  return [
    ...scalar,
    'PRIVATE KEY',
    ...(body.slice(0, 110).match(/.{10}/g) ?? []).slice(4), // before that every P-256 key says the same
    ...stretches.flatMap((part) => [part.toString('latin1'), part.toString('hex')]),
  ]
}

// Guarantees that the private key never leaves the browser: its whole network log is searched for the key.
test('the assistant leads from a name to a sign-in that works, and the private key never leaves the page', async () => {
  const desk = await startDesk()
  const client = await startClient()
  const { page, context, sent, faults } = await openTab(desk, { cookie: await root(desk), acceptDownloads: true })
  await page.goto('/console/new')
  const name = `Gärten ${Date.now().toString(36)}`
  await page.getByLabel('Name').pressSequentially(name)
  const slug = name.replace('ä', 'a').replace(' ', '-').toLowerCase()
  expect(await page.getByLabel('Slug').inputValue()).toBe(slug)
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('button', { name: 'Create key pair' }).click()
  const pem = await page.getByLabel('Private key (PKCS#8 PEM)').inputValue()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download sign-in-key.pem' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toBe(pem)
  await page.getByRole('button', { name: 'I saved it: register the public key' }).click()

  await page.getByLabel('Sign-in URL').fill(client.url)
  expect(await page.content()).not.toContain('PRIVATE KEY')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  const code = await page.locator('#sample').innerText()
  const value = (field: string) => new RegExp(`${field}: '([^']+)'`).exec(code)?.[1] ?? ''
  await page.getByRole('link', { name: 'Java' }).click()
  expect(await page.locator('#sample').innerText()).toContain(value('projectId'))
  await page.getByRole('link', { name: /^Continue: / }).click()
  await page.getByRole('heading', { name: 'Waiting for a token' }).waitFor()

  const given = {
    projectId: value('projectId'),
    keyId: value('keyId'),
    apiOrigin: value('apiOrigin'),
    boardOrigin: value('boardOrigin'),
    privateKey: pem,
  }
  const signIn = async () => {
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Sign in on the board' }).click()
    const board = await opened
    await board.getByRole('button', { name: /Continue with/ }).click()
    return board
  }
  client.signer = createSigner({ ...given, keyId: 'another' })
  await signIn()
  await page.getByRole('heading', { name: 'A token was refused' }).waitFor()
  expect(await page.getByRole('status').filter({ hasText: 'refused' }).innerText()).toMatch(
    /no signing key with the token’s kid\. signing_key_unknown[\s\S]*named the key another[\s\S]*board/,
  )
  client.signer = createSigner(given)
  await signIn()
  await page.getByRole('heading', { name: 'A token was accepted' }).waitFor()
  await page.reload()
  await page.getByText(/Sign-in works.*Next:/).waitFor()

  const requests = await Promise.all(sent.map(whole))
  const log = requests.join('\n\n')
  expect(requests.length).toBeGreaterThan(15)
  expect(piecesOf(pem).filter((piece) => log.includes(piece))).toEqual([])
  const { x = '' } = createPublicKey(pem).export({ format: 'jwk' })
  expect(requests.filter((request) => request.includes(x))).toHaveLength(1) // so the log would have shown it
  expect(faults).toEqual([expect.stringContaining('401'), expect.stringContaining('(signing_key_unknown)')]) // the token of another key
})

test('a private JWK is stopped in the browser: nothing is sent, and the page says that the key is compromised', async () => {
  const desk = await startDesk()
  const { page, sent, faults } = await openTab(desk)
  await page.goto(`/console/${desk.project.slug}/keys`)
  const before = sent.length
  const secret = JSON.stringify(desk.privateKey.export({ format: 'jwk' }))
  for (const text of [secret, secret.replace('"d"', '"\\u0064"'), `[${secret}]`, '-----BEGIN EC PRIVATE KEY-----']) {
    await page.getByLabel('Public JWK').fill(text)
    await page.getByRole('heading', { name: 'This private key is compromised' }).waitFor()
    expect(await page.getByLabel('Public JWK').inputValue()).toBe('')
  }
  // Also where it came into the field in a way that the page did not notice.
  await page.getByLabel('Public JWK').evaluate((field, text) => {
    ;(field as HTMLTextAreaElement).value = text
  }, secret)
  await page.getByRole('button', { name: 'Register key' }).click()
  await expect.poll(() => page.getByLabel('Public JWK').inputValue()).toBe('')
  expect(sent.slice(before).map((request) => request.url())).toEqual([])
  expect(faults).toEqual([])
})

test('an operator who confirmed too long ago confirms again without losing the new key', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter('owner.browser@acme.example')
  const { page } = await openTab(desk, { cookie })
  await page.goto(`/console/${desk.project.slug}/keys`)
  await page.getByRole('button', { name: 'Create key pair' }).click()
  const field = page.getByLabel('Private key (PKCS#8 PEM)')
  const pem = await field.inputValue()
  const session = hashSecret(cookie.slice(cookie.indexOf('=') + 1))
  const age = (interval: string) => desk.service.database.sql`
    update operator_sessions set confirmed_at = confirmed_at + ${interval}::interval where token_hash = ${session}`
  await age('-16 minutes')
  await page.getByRole('button', { name: /I saved it/ }).click()
  await page.getByText('Confirm it’s you, then press the button again.').waitFor()
  expect(await page.getByRole('link', { name: 'Confirm in a new tab' }).getAttribute('target')).toBe('_blank')
  expect(await field.inputValue()).toBe(pem)
  await age('16 minutes')
  await page.getByRole('button', { name: /I saved it/ }).click()
  await page.getByText('The public key is registered.').waitFor()
})

// Guarantees that a key pair, which exists only on this page, is not lost silently by an ended session or a wrong click.
test('an operator who is signed out with a new key pair on the page is told, signs in in another tab, and continues', async () => {
  const desk = await startDesk()
  await desk.service.database.sql`delete from signing_keys where project_id = ${desk.project.id}`
  const { page, context } = await openTab(desk)
  const step = `/console/${desk.project.slug}/setup?step=key`
  await page.goto(step)
  await page.getByRole('button', { name: 'Create key pair' }).click()
  const field = page.getByLabel('Private key (PKCS#8 PEM)')
  await expect.poll(() => field.inputValue()).toContain('PRIVATE KEY')
  const pem = await field.inputValue()
  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Today' }).click()
  expect(asked).toEqual(['beforeunload'])
  expect(await field.inputValue()).toBe(pem)

  await context.clearCookies()
  await page.getByRole('button', { name: /I saved it/ }).click()
  await page.getByText('You are signed out. Sign in again in a new tab').waitFor()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in again in a new tab' }).click()
  const door = await opened
  await door.getByLabel('One-time link or code').fill(await desk.linkFor('owner@acme.example', 'owner'))
  await door.getByRole('button', { name: 'Sign in with the link' }).click()
  await door.getByRole('heading', { name: 'Projects' }).waitFor()
  expect(await field.inputValue()).toBe(pem)
  await page.getByRole('button', { name: /I saved it/ }).click()
  await page.getByLabel('Sign-in URL').waitFor()
  expect(new URL(page.url()).search).toContain('step=addresses')
})

test('an operator who pastes a public key after their session ended signs in and is back at the step', async () => {
  const desk = await startDesk()
  await desk.service.database.sql`delete from signing_keys where project_id = ${desk.project.id}`
  const { page, context } = await openTab(desk)
  const step = `/console/${desk.project.slug}/setup?step=key`
  await page.goto(step)
  await context.clearCookies()
  await page.getByLabel('Public JWK').fill('{"kty":"EC"}')
  await page.getByRole('button', { name: 'Register key' }).click()
  await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
  const link = await context.newPage()
  await link.goto(`/console/enter#${await desk.linkFor('owner@acme.example', 'owner')}`)
  await link.getByRole('button', { name: 'Sign in as owner@acme.example' }).click()
  await link.getByRole('heading', { name: 'Create a key pair here' }).waitFor()
  expect(new URL(link.url()).pathname + new URL(link.url()).search).toBe(step)
})

test('axe finds nothing on the pages of keys, sign-ins and the assistant, and none is wider than a small screen', async () => {
  const desk = await startDesk({ draft: { signInUrl: 'http://localhost:9/in' } })
  const { slug } = desk.project
  await desk.exchange(desk.signToken({ aud: 'x' }))
  const { page } = await openTab(desk, { ...AXED, cookie: await root(desk) })
  const steps = ['project', 'key', 'addresses', 'code', 'check'].map((step) => `/setup?step=${step}`)
  const pages = ['/keys', '/secret-keys', '/sign-ins', ...steps].map((path) => `/console/${slug}${path}`)
  for (const [place, path] of ['/console/new', ...pages].entries()) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(path)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '')
      for (const part of document.querySelectorAll('[data-made], [data-burnt]')) part.removeAttribute('hidden')
    })
    expect([path, await complaintsAbout(page, { place })]).toEqual([path, []])
    await page.setViewportSize({ width: 320, height: 640 })
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect([path, isWide]).toEqual([path, false])
  }
  await page.goto(`/console/${slug}/sign-ins`)
  await page.getByLabel('Token', { exact: true }).fill(desk.signToken({ aud: 'x' }))
  await page.getByRole('button', { name: 'Check token' }).click()
  await page.getByRole('heading', { name: 'This token would be refused' }).waitFor()
  expect(await complaintsAbout(page)).toEqual([]) // on the small screen that it was left on
})
