import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const CONSUMER = join(import.meta.dirname, 'consumer.ts')

export interface ConsumerSettings {
  readonly API_ORIGIN: string
  readonly SECRET_KEY: string
  readonly WEBHOOK_SECRET: string
  readonly PORT: string
  /** Where it keeps what it is told. */
  readonly DIRECTORY: string
}

export interface ConsumerProcess {
  kill(): Promise<void>
}

/** Listens when this is done. */
export async function startConsumer(settings: ConsumerSettings): Promise<ConsumerProcess> {
  const child = spawn(process.execPath, [CONSUMER], {
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  await listening(child)
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((listens, fails) => {
    child.stdout?.once('data', () => listens())
    child.once('exit', () => fails(new Error('The consumer ended by itself.')))
  })
}
