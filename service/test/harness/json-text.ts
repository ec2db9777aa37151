const WIDTH = 120

/** JSON for people who compare versions: what fits on a line stands on one, everything else has a line for each member. */
export function jsonText(value: unknown): string {
  return `${written(value, 0)}\n`
}

function written(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const partAt = (inner: number) =>
    members.map(([name, member]) => `${isList ? '' : `${JSON.stringify(name)}: `}${written(member, inner)}`)
  const line = `${open}${partAt(Number.POSITIVE_INFINITY).join(', ')}${close}`
  if (depth === Number.POSITIVE_INFINITY || members.length === 0) return line
  if (line.length + depth <= WIDTH) return line
  const indent = ' '.repeat(depth)
  return `${open}\n${partAt(depth + 1)
    .map((part) => `${indent} ${part}`)
    .join(',\n')}\n${indent}${close}`
}
