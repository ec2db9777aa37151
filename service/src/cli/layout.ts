import { asLine } from '../domain/texts/index.ts'

/* What visitors and apps wrote stands in one line and cannot give orders to a terminal. */

/** Rows under their headings, each column as wide as its widest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings.map((heading) => heading.toUpperCase()), ...rows.map((row) => row.map(asLine))]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const aligned = (line: readonly string[]) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return lines.map((line) => aligned(line).trimEnd()).join('\n')
}

/** One fact a line, the values under each other. */
export function facts(lines: readonly (readonly [label: string, value: string])[]): string {
  const width = Math.max(...lines.map(([label]) => label.length))
  return lines.map(([label, value]) => `${label.padEnd(width)}  ${asLine(value)}`).join('\n')
}

/** `2026-11-15 10:00:00 UTC`, which a person compares more easily than the form for programs. */
export function when(time: Date | undefined, otherwise: string): string {
  return time ? `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC` : otherwise
}
