import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callersOf } from '../../src/surfaces/docs/reference/callers.ts'
import { callsByTag, type OpenapiDocument } from '../../src/surfaces/docs/reference/document.ts'
import type { Caller, Example, Examples } from '../../src/surfaces/docs/reference/example.ts'
import { sampleRequest } from '../../src/surfaces/docs/reference/sample-request.ts'
import { type Language, samplesOf } from '../../src/surfaces/docs/reference/samples/samples.ts'
import type { Sample, World } from '../access/samples.ts'
import { committedDocument } from '../harness/openapi-parts.ts'
import { ROOT } from '../harness/paths.ts'
import { requestOf } from './record.ts'
import { storyOf } from './stories.ts'

const document: OpenapiDocument = committedDocument()
const examples: Examples = JSON.parse(readFileSync(join(ROOT, 'docs/reference/examples.json'), 'utf8'))
const calls = callsByTag(document).flatMap((section) => section.calls)

export interface Chosen {
  readonly operationId: string
  readonly caller: Caller
  /** What a sample that ran has printed. Undefined: it prints nothing that tells more than its success. */
  readonly prints?: string
}

/** Each way of a language to call, and each kind of body and answer. */
export const CHOSEN: readonly Chosen[] = [
  { operationId: 'getVersion', caller: 'anyone', prints: '0.0.0-test' },
  { operationId: 'listPosts', caller: 'server', prints: 'Dark mode' },
  { operationId: 'listPosts', caller: 'app', prints: 'Dark mode' },
  { operationId: 'createPost', caller: 'server', prints: 'Dark mode' },
  { operationId: 'createPost', caller: 'app', prints: 'Dark mode' },
  { operationId: 'editPost', caller: 'server', prints: 'Dark mode on the phone' },
  { operationId: 'castVoteForSub', caller: 'server' },
  { operationId: 'castVote', caller: 'app' },
  { operationId: 'deleteTag', caller: 'server' },
  { operationId: 'createWebhook', caller: 'server', prints: 'whsec_' },
  { operationId: 'createFile', caller: 'server', prints: 'fil_' },
  { operationId: 'createImport', caller: 'server', prints: 'imp_' },
  { operationId: 'downloadPosts', caller: 'server', prints: 'Dark mode' },
  { operationId: 'exchangeSignInToken', caller: 'app', prints: 'usr_' },
]

/** Every sample of the reference in one language, as its pages have it. */
export function shownSamples(language: Language): string[] {
  return calls.flatMap((call) =>
    callersOf(call.operation).flatMap((kind) => {
      const example = examples[call.operation.operationId]?.[kind.caller]
      if (!example) throw new Error(`${call.operation.operationId} has no example for the caller ${kind.caller}`)
      return codeOf(language, call.operation.operationId, kind.caller, example, 'https://api.example.com') ?? []
    }),
  )
}

export interface LiveSample extends Chosen {
  readonly code: string
  readonly sample: Sample
}

/** The chosen samples with things that are there. */
export async function liveSamples(language: Language, world: World): Promise<LiveSample[]> {
  const made: LiveSample[] = []
  for (const chosen of CHOSEN) {
    const { operationId, caller } = chosen
    const sample = await storyOf(operationId)(world, caller === 'server' ? 'server' : 'app')
    const code = codeOf(language, operationId, caller, requestOf(sample), world.service.origin)
    if (code) made.push({ ...chosen, code, sample })
  }
  return made
}

function codeOf(
  language: Language,
  operationId: string,
  caller: Caller,
  example: Omit<Example, 'status'>,
  origin: string,
): string | undefined {
  const call = calls.find(({ operation }) => operation.operationId === operationId)
  const kind = call && callersOf(call.operation).find((one) => one.caller === caller)
  if (!call || !kind) throw new Error(`${operationId} cannot be called by ${caller}`)
  return samplesOf(sampleRequest(call, kind, example, origin)).find((sample) => sample.language === language)?.code
}
