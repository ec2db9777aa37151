/**
 * What a client of the earlier document would miss in the later one. A request may only ask for less or accept more;
 * an answer may only hold more. New operations, optional parameters, answers and members are additions.
 */
export function narrowings(earlier: unknown, later: unknown): string[] {
  const then = resolver(earlier)
  const now = resolver(later)
  const lost: string[] = []
  for (const [path, methods] of entries(at(earlier, 'paths'))) {
    for (const [method, operation] of entries(methods)) {
      const place = `${method.toUpperCase()} ${path}`
      const successor = at(later, 'paths', path, method)
      if (!successor) lost.push(`${place} is gone`)
      else compareOperation(place, operation, successor, then, now, lost)
    }
  }
  return lost
}

type Resolve = (schema: unknown) => unknown
type Side = 'request' | 'answer'

function compareOperation(
  place: string,
  earlier: unknown,
  later: unknown,
  then: Resolve,
  now: Resolve,
  lost: string[],
): void {
  const nameOf = (parameter: unknown) => `${at(parameter, 'in')} ${at(parameter, 'name')}`
  const before = new Map(list(at(earlier, 'parameters')).map((parameter) => [nameOf(parameter), parameter]))
  const after = new Map(list(at(later, 'parameters')).map((parameter) => [nameOf(parameter), parameter]))
  for (const [name, parameter] of before) {
    const successor = after.get(name)
    if (!successor) lost.push(`${place}: parameter ${name} is gone`)
    else
      compareSchema(`${place}: ${name}`, at(parameter, 'schema'), at(successor, 'schema'), 'request', then, now, lost)
  }
  for (const [name, parameter] of after) {
    const was = at(before.get(name), 'required') === true
    if (at(parameter, 'required') === true && !was) lost.push(`${place}: parameter ${name} became required`)
  }
  if (at(later, 'requestBody', 'required') === true && at(earlier, 'requestBody', 'required') !== true)
    lost.push(`${place}: a body became required`)
  compareContent(`${place}: body`, at(earlier, 'requestBody'), at(later, 'requestBody'), 'request', then, now, lost)
  for (const [status, response] of entries(at(earlier, 'responses'))) {
    const successor = at(later, 'responses', status)
    if (!successor) lost.push(`${place}: answer ${status} is gone`)
    else compareContent(`${place}: ${status}`, response, successor, 'answer', then, now, lost)
  }
}

function compareContent(
  place: string,
  earlier: unknown,
  later: unknown,
  side: Side,
  then: Resolve,
  now: Resolve,
  lost: string[],
): void {
  for (const [type, media] of entries(at(earlier, 'content'))) {
    const successor = at(later, 'content', type)
    if (!successor) lost.push(`${place}: ${type} is gone`)
    else compareSchema(place, at(media, 'schema'), at(successor, 'schema'), side, then, now, lost)
  }
}

function compareSchema(
  place: string,
  earlier: unknown,
  later: unknown,
  side: Side,
  then: Resolve,
  now: Resolve,
  lost: string[],
): void {
  const before = plain(then(earlier))
  const after = plain(now(later))
  compareTypes(place, before, after, side, lost)
  compareValues(place, before, after, side, lost)
  compareBounds(place, before, after, side, lost)
  compareMembers(place, before, after, side, then, now, lost)
  if (at(before, 'items')) compareSchema(`${place}[]`, at(before, 'items'), at(after, 'items'), side, then, now, lost)
  for (const union of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [place_, part] of list(at(before, union)).entries()) {
      const successor = list(at(after, union))[place_]
      if (successor === undefined) lost.push(`${place}: a part of ${union} is gone`)
      else compareSchema(place, part, successor, side, then, now, lost)
    }
  }
}

function compareTypes(place: string, before: unknown, after: unknown, side: Side, lost: string[]): void {
  const was = list(at(before, 'type'))
  const is = list(at(after, 'type'))
  if (was.length === 0 || (is.length === 0 && side === 'request')) return
  const [wide, narrow] = side === 'request' ? [is, was] : [was, is]
  const fits = (type: unknown) => wide.includes(type) || (type === 'integer' && wide.includes('number'))
  if (!narrow.every(fits)) lost.push(`${place}: type ${was.join('|')} became ${is.join('|')}`)
}

/** A request keeps every value it took. An answer may add problem codes and other values: clients match on what they know. */
function compareValues(place: string, before: unknown, after: unknown, side: Side, lost: string[]): void {
  const was = valuesOf(before)
  const is = valuesOf(after)
  if (side === 'answer') {
    const gone = (was ?? []).filter((value) => is && !is.includes(value))
    if (gone.length > 0) lost.push(`${place}: ${gone.join(', ')} is gone`)
    return
  }
  if (!is) return
  if (!was) lost.push(`${place}: only certain values are taken now`)
  for (const value of was ?? []) if (!is.includes(value)) lost.push(`${place}: ${value} is not taken any more`)
}

function compareBounds(place: string, before: unknown, after: unknown, side: Side, lost: string[]): void {
  if (side !== 'request') return
  for (const [bound, sign] of [
    ['maxLength', 1],
    ['maximum', 1],
    ['maxItems', 1],
    ['minLength', -1],
    ['minimum', -1],
    ['minItems', -1],
  ] as const) {
    const was = at(before, bound)
    const is = at(after, bound)
    if (typeof is === 'number' && (typeof was !== 'number' || (was - is) * sign > 0))
      lost.push(`${place}: ${bound} became ${is}`)
  }
  const pattern = at(after, 'pattern')
  if (pattern !== undefined && pattern !== at(before, 'pattern')) lost.push(`${place}: pattern became ${pattern}`)
}

function compareMembers(
  place: string,
  before: unknown,
  after: unknown,
  side: Side,
  then: Resolve,
  now: Resolve,
  lost: string[],
): void {
  const required = (schema: unknown) => list(at(schema, 'required'))
  for (const [name, member] of entries(at(before, 'properties'))) {
    const successor = at(after, 'properties', name)
    if (successor === undefined) lost.push(`${place}: ${name} is gone`)
    else compareSchema(`${place}.${name}`, member, successor, side, then, now, lost)
    if (side === 'answer' && required(before).includes(name) && !required(after).includes(name))
      lost.push(`${place}: ${name} became optional`)
  }
  if (side !== 'request') return
  for (const name of required(after))
    if (!required(before).includes(name)) lost.push(`${place}: ${name} became required`)
}

/** A union of plain types or of fixed words says the same as a list of types or an enum. */
function plain(schema: unknown): unknown {
  const parts = list(at(schema, 'anyOf'))
  const simple = (part: unknown) =>
    at(part, 'properties') === undefined && at(part, 'items') === undefined && at(part, '$ref') === undefined
  if (parts.length === 0 || !parts.every(simple)) return schema
  const values = parts.flatMap((part) => valuesOf(part) ?? [])
  const types = [...new Set(parts.flatMap((part) => list(at(part, 'type'))))]
  return {
    ...(schema as object),
    anyOf: undefined,
    type: types,
    ...(values.length === parts.length && { enum: values }),
  }
}

function valuesOf(schema: unknown): unknown[] | undefined {
  const one = at(schema, 'const')
  if (one !== undefined) return [one]
  const several = at(schema, 'enum')
  return Array.isArray(several) ? several : undefined
}

function resolver(document: unknown): Resolve {
  return (schema) => {
    const reference = at(schema, '$ref')
    if (typeof reference !== 'string') return schema
    return at(document, ...reference.replace(/^#\//, '').split('/'))
  }
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  )
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function list(value: unknown): unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
