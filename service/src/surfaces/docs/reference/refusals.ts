import type { ProblemKind } from '../../../foundation/problems/index.ts'
import { callsByTag, type OpenapiDocument, type Operation } from './document.ts'

export interface Refusals {
  /** What this call is about. */
  readonly own: readonly ProblemKind[]
  /** What most calls can be refused with, such as a key that is wrong. */
  readonly common: readonly ProblemKind[]
}

/** Finds the refusals of each operation, with what to do about them. */
export function openRefusals(
  document: OpenapiDocument,
  catalogue: readonly ProblemKind[],
): (operation: Operation) => Refusals {
  const operations = callsByTag(document).flatMap(({ calls }) => calls.map(({ operation }) => operation))
  const codes = new Map(operations.map((operation) => [operation, new Set(codesOf(operation))]))
  const isCommon = ({ code }: ProblemKind) =>
    operations.filter((operation) => codes.get(operation)?.has(code)).length > operations.length / 2
  const common = new Set(catalogue.filter(isCommon))
  return (operation) => {
    const own = catalogue.filter(({ code }) => codes.get(operation)?.has(code))
    return { own: own.filter((kind) => !common.has(kind)), common: own.filter((kind) => common.has(kind)) }
  }
}

/** The description of a refusal has a line for each of its codes, which stands between backticks. */
function codesOf({ responses }: Operation): string[] {
  return Object.values(responses).flatMap(({ description, content = {} }) =>
    'application/problem+json' in content ? [...description.matchAll(/^`(\w+)`/gm)].map(([, code = '']) => code) : [],
  )
}
