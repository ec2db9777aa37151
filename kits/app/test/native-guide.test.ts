import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { boardOriginOf } from '../../../service/src/domain/projects/index.ts'
import { listen } from '../../../service/test/harness/listen.ts'
import { startProject, type TestProject } from '../../../service/test/harness/project.ts'
import { type ClientProject, createClientProject } from '../../transport/test/client-project.ts'

const GUIDE = readFileSync(new URL('../../../docs/guides/native-apps.md', import.meta.url), 'utf8')
const SAMPLES = new Map(
  [...GUIDE.matchAll(/```js\n\/\/ (\S+)\n([\s\S]+?)```/g)].map(([, name = '', text = '']) => [name, text]),
)
/** What each platform brings, as far as the guide uses it: whatever is opened is printed. */
const PLATFORMS = {
  'react-native': 'export const Linking = { openURL: async (url) => console.log(url) }',
  'expo-web-browser': 'export const openBrowserAsync = async (url) => console.log(url)',
  '@capacitor/browser': 'export const Browser = { open: async ({ url }) => console.log(url) }',
  '@nativescript/core': 'export const Utils = { openUrl: (url) => console.log(url) }',
  electron: `export const handlers = {}
export const ipcMain = { handle: (name, work) => void (handlers[name] = work) }
export const shell = { openExternal: async (url) => console.log(url) }`,
}

let client: ClientProject
beforeAll(() => {
  client = createClientProject('app')
  for (const [name, code] of Object.entries(PLATFORMS)) client.writePackage(name, code)
  client.write('account.js', "export const accessToken = async () => 'of-ada'")
  return client.remove
})

/** The samples as they are, but for the addresses and the key. */
async function install(project: TestProject) {
  const backend = await startBackend(project)
  const { service } = project
  const boardOrigin = boardOriginOf(service.config, project.project)
  for (const [name, sample] of SAMPLES) {
    const text = sample
      .replace('https://api.example.com', service.origin)
      .replace('https://app.example.com', backend)
      .replace('https://feedback.example.com', boardOrigin)
      .replace('svc_pk_live_…', project.project.publishableKey)
    client.write(name, text)
  }
  return `${boardOrigin}/continue#code=svc_cod_`
}

/** The client's backend: its app signs in to it with a header, and to nothing else. */
async function startBackend({ signToken }: TestProject): Promise<string> {
  const port = await listen(({ headers }, response) => {
    const isAda = headers.authorization === 'Bearer of-ada'
    response.writeHead(isAda ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isAda ? { token: signToken({ sub: 'ada', given_name: 'Ada' }) } : {}))
  })
  return `http://127.0.0.1:${port}`
}

test('the common samples run unchanged', async () => {
  await install(await startProject())
  client.write(
    'walk.js',
    `import { chooseName, ideas, names, send, signOut, similar, vote } from './screens.js'
console.log((await names()).map(({ choice, preview }) => [choice, preview].join('=')).join())
console.log((await chooseName('first_name')).display_name)
const draft = { key: 'draft-1', title: 'Offline mode', body: 'On the train.' }
const { id } = await send(draft)
console.log((await send(draft)).id === id, (await names()).length)
await vote(id)
const { data, next_cursor } = await ideas()
console.log(data.map(({ title, vote_count, has_voted }) => [title, vote_count, has_voted].join()).join(), next_cursor)
console.log((await similar('an offline mo')).length)
await signOut()`,
  )
  expect(await client.node('walk.js')).toBe(
    'default=Acme user,first_name=Ada,custom=\nAda\ntrue 0\nOffline mode,1,true null\n1\n',
  )
})

test.each(['react-native', 'expo', 'capacitor', 'nativescript'])(
  'the board opens as the guide says for %s',
  async (name) => {
    const address = await install(await startProject())
    client.write('open.js', `import { openBoard } from './${name}.js'\nawait openBoard()`)
    expect((await client.node('open.js')).slice(0, address.length)).toBe(address)
  },
)

test('the main process of Electron does as the guide says, and opens nothing but the board', async () => {
  const project = await startProject()
  const address = await install(project)
  const { body: post } = await project.server('POST', '/v1/posts', { title: 'Dark mode' })
  client.write(
    'main.js',
    `import { handlers } from 'electron'
import './electron-main.js'
await handlers['feedback:vote']({}, '${post.id}')
console.log((await handlers['feedback:ideas']())[0].vote_count)
await handlers['feedback:open-board']()`,
  )
  const [votes, opened] = (await client.node('main.js')).split('\n')
  expect([votes, opened?.slice(0, address.length)]).toEqual(['1', address])

  client.write('electron-main.js', SAMPLES.get('electron-main.js') ?? '') // whose board is another one
  await expect(client.node('main.js')).rejects.toThrow('This is not the board.')
})

test('every sample of the guide is run, and every platform has one', () => {
  expect([...SAMPLES.keys()]).toEqual([
    'feedback.js',
    'screens.js',
    'react-native.js',
    'expo.js',
    'capacitor.js',
    'electron-main.js',
    'nativescript.js',
  ])
  expect(GUIDE.match(/^```js$/gm)).toHaveLength(SAMPLES.size)
})
