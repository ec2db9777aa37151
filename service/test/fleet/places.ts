import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '../harness/ports.ts'
import { until } from '../harness/process.ts'
import { endChild, serverDirectory, startProgram, statusOf } from './programs.ts'

export interface Place {
  readonly port: number
  start(main: string): Promise<void>
  stop(): Promise<void>
}

/** A machine of the fleet: it runs one release at a time. */
export async function makePlace(environment: Record<string, string>): Promise<Place> {
  const port = await freePort()
  let stop = async () => {}
  onTestFinished(() => stop())
  return {
    port,
    start: async (main) => {
      const child = spawn(process.execPath, [main, 'serve'], {
        env: { PATH: process.env.PATH ?? '', PORT: String(port), ...environment },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      const ended = new Promise<void>((done) => child.once('exit', () => done()))
      stop = () => endChild(child, 'SIGTERM', ended)
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`The service ended:\n${said}`)
        return (await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200
      })
    },
    stop: () => stop(),
  }
}

/** Sends requests to the places that are ready. */
export async function startHaproxy(port: number, places: readonly Place[]): Promise<() => Promise<number>> {
  const directory = await serverDirectory()
  const stats = await freePort()
  const servers = places.map((place, number) => `  server place${number} 127.0.0.1:${place.port}`)
  await writeFile(
    join(directory, 'haproxy.cfg'),
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 30s
  retries 0
frontend all
  bind 127.0.0.1:${port}
  default_backend feedback_board
backend feedback_board
  option httpchk GET /readyz
  default-server check inter 500ms fall 3 rise 1
${servers.join('\n')}
frontend numbers
  bind 127.0.0.1:${stats}
  http-request return status 200 content-type text/plain lf-string "%[nbsrv(feedback_board)]"
`,
  )
  const program = startProgram('haproxy', ['-db', '-f', join(directory, 'haproxy.cfg')])
  const inUse = async () => Number(await (await fetch(`http://127.0.0.1:${stats}/`)).text())
  await program.until(() =>
    inUse().then(
      (number) => number > 0,
      () => false,
    ),
  )
  return inUse
}

/** nginx in front of some places, which can be changed while it runs. It does not ask which of them is ready. */
export async function startNginx(
  port: number,
  places: readonly Place[],
): Promise<(next: readonly Place[]) => Promise<void>> {
  const directory = await serverDirectory()
  const file = join(directory, 'nginx.conf')
  let edition = 0
  const write = (used: readonly Place[]) => {
    edition += 1
    return writeFile(
      file,
      `daemon off; worker_processes 1; pid ${join(directory, 'pid')}; error_log stderr;
events {}
http {
  access_log off; keepalive_timeout 0;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(directory, name)};`).join(' ')}
  upstream feedback_board { ${used.map((place) => `server 127.0.0.1:${place.port};`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location = /edition { return 200 "${edition}"; }
    location / { proxy_pass http://feedback_board; proxy_http_version 1.1; proxy_set_header Host $http_host; proxy_set_header Connection ""; proxy_next_upstream off; }
  }
}
`,
    )
  }
  await write(places)
  const program = startProgram('nginx', ['-p', directory, '-c', file, '-e', 'stderr'])
  await program.until(async () => (await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200)
  return async (next) => {
    await write(next)
    program.child.kill('SIGHUP')
    const { pid } = program.child
    await program.until(async () => {
      const used = await fetch(`http://127.0.0.1:${port}/edition`).then((answer) => answer.text())
      const workers = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
      return used === String(edition) && workers.length === 1 // the one before has answered all that it took
    })
  }
}
