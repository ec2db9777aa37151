import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import type { Permitted } from '../call/index.ts'
import { foldName, NO_COLOR } from '../labels/index.ts'
import {
  addStatus,
  FIRST_STATUSES,
  listStatuses,
  MOST_STATUSES,
  type Status,
  type StatusCategory,
} from '../statuses/index.ts'
import { addTag, MOST_TAGS, pageTags } from '../tags/index.ts'
import type { Import, Labels, Made } from './import.ts'
import { keyOf } from './keys.ts'
import { importUnreadable } from './problems.ts'
import { adoptRecords, insertRecords, type Recorded, selectTargets } from './records-store.ts'

/** The statuses and tags of the project, for the names that a file uses. */
export interface KnownLabels {
  readonly statuses: readonly Status[]
  /** By the names that they have, and by those that they had when they were imported, folded. */
  readonly named: ReadonlyMap<string, Status>
  readonly tags: ReadonlyMap<string, Id<'tag'>>
}

export async function readLabels(
  call: Permitted,
  { source, labels }: Pick<Import, 'source' | 'labels'>,
): Promise<KnownLabels> {
  const [statuses, { items }, records] = await Promise.all([
    listStatuses(call),
    pageTags(call, { limit: MOST_TAGS, after: undefined }),
    selectTargets<Id<'status'> | Id<'tag'>>(call, keysOf(source, labels)),
  ])
  const renamed = <Label extends { readonly id: string }>(
    known: readonly Label[],
    kind: 'status' | 'tag',
    names: readonly string[],
  ) =>
    names.flatMap((name) => {
      const target = records.get(labelKey(source, kind, name))
      return known.filter(({ id }) => id === target).map((label) => [foldName(name), label] as const)
    })
  const byName = <Label extends { readonly name: string }>(known: readonly Label[]) =>
    known.map((label) => [foldName(label.name), label] as const)
  const tags = [...renamed(items, 'tag', labels.tags), ...byName(items)]
  return {
    statuses,
    named: new Map([...renamed(statuses, 'status', Object.keys(labels.statuses)), ...byName(statuses)]),
    tags: new Map(tags.map(([name, { id }]) => [name, id])),
  }
}

/** Refuses a file that would need more statuses or tags than a project can have. */
export async function refuseTooManyLabels(call: Permitted, coming: Pick<Import, 'source' | 'labels'>): Promise<void> {
  const known = await readLabels(call, coming)
  const { statuses, tags } = missingIn(coming.labels, known)
  if (known.statuses.length + statuses.length > MOST_STATUSES) throw tooMany('statuses', MOST_STATUSES, statuses.length)
  if (new Set(known.tags.values()).size + tags.length > MOST_TAGS) throw tooMany('tags', MOST_TAGS, tags.length)
}

/** Makes what is missing. What an earlier import brought stays as the team has it now, also if it was renamed or deleted. */
export async function addLabels(call: Permitted<'project:write'>, running: Import): Promise<Partial<Made>> {
  const { source, labels } = running
  const records = await selectTargets(call, keysOf(source, labels))
  await adoptRecords(call, running, [...records.keys()])
  const known = await readLabels(call, running)
  const isNew = (kind: 'status' | 'tag', name: string) => !records.has(labelKey(source, kind, name))
  const missing = missingIn(labels, known)
  const made: Recorded[] = []
  for (const name of missing.statuses.filter((name) => isNew('status', name))) {
    const category = labels.statuses[name] ?? 'open'
    const like = FIRST_STATUSES.find((status) => status.category === category)
    const draft = { name, category, color: like?.color ?? NO_COLOR, onRoadmap: like?.onRoadmap ?? false }
    const { id } = await addStatus(call, draft)
    made.push({ key: labelKey(source, 'status', name), targetId: id, isMade: true })
  }
  const statuses = made.length
  for (const name of missing.tags.filter((name) => isNew('tag', name))) {
    const { id } = await addTag(call, { name })
    made.push({ key: labelKey(source, 'tag', name), targetId: id, isMade: true })
  }
  const found = [
    ...Object.keys(labels.statuses).map(
      (name) => [labelKey(source, 'status', name), known.named.get(foldName(name))?.id] as const,
    ),
    ...labels.tags.map((name) => [labelKey(source, 'tag', name), known.tags.get(foldName(name))] as const),
  ].flatMap(([key, targetId]) => (targetId === undefined ? [] : [{ key, targetId, isMade: false }]))
  await insertRecords(call, running, [...made, ...found])
  return { statuses, tags: made.length - statuses }
}

/** Labels are known by their name, which the team may change. */
function labelKey(source: string, kind: 'status' | 'tag', name: string): string {
  return keyOf(source, kind, foldName(name))
}

function keysOf(source: string, { statuses, tags }: Labels): readonly string[] {
  return [
    ...Object.keys(statuses).map((name) => labelKey(source, 'status', name)),
    ...tags.map((name) => labelKey(source, 'tag', name)),
  ]
}

/** By its name; without one by its category; else the first open one. */
export function statusFor(
  { statuses, named }: KnownLabels,
  {
    status,
    statusCategory,
  }: { readonly status?: string | undefined; readonly statusCategory?: StatusCategory | undefined },
): Id<'status'> {
  const byName = status === undefined ? undefined : named.get(foldName(status))
  const found = byName ?? statuses.find(({ category }) => category === (statusCategory ?? 'open')) ?? statuses[0]
  if (!found) throw new Error('A project always has a status')
  return found.id
}

function missingIn(labels: Labels, { named, tags }: KnownLabels) {
  return {
    statuses: Object.keys(labels.statuses).filter((name) => !named.has(foldName(name))),
    tags: labels.tags.filter((name) => !tags.has(foldName(name))),
  }
}

export function tooMany(what: string, most: number, more: number): Problem {
  return new Problem(importUnreadable, {
    detail: `The file would add ${more} ${what}, and a project can have ${most}. Check which column they come from.`,
  })
}
