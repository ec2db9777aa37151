import compileValidators from '@fastify/ajv-compiler'
import compileSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { readBySchema, type Validator } from './read-by-schema.ts'

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type BuildValidator = NonNullable<Compilers['buildValidator']>
type BuildSerializer = NonNullable<Compilers['buildSerializer']>

/** The part of a schema's description by Fastify that is used here. */
interface Route {
  readonly schema: TSchema
  readonly httpPart?: string
}

/** A larger body is not searched for further faults, so that a stranger cannot cause much work. */
const MOST_PARTS = 100

/** One for the process: it keeps what it compiled, so that a second service (as in tests) compiles nothing again. */
const buildValidators = compileValidators()

/** Fastify's own compilers, each at its first use: compiling every schema would take a quarter of the start, and most are not needed soon. */
export const lazyCompilers: Compilers = {
  buildValidator: ((schemas: unknown, options: { customOptions?: object }) => {
    const compilerOf = (customOptions?: object) => {
      let compile: ((route: Route) => Validator) | undefined
      return (route: Route) => {
        compile ??= buildValidators(
          schemas as never,
          { ...options, customOptions: { ...options.customOptions, ...customOptions } } as never,
        ) as (route: Route) => Validator
        return compile(route)
      }
    }
    const compileFirst = compilerOf()
    const compileAll = compilerOf({ allErrors: true })
    return (route: Route) => {
      const validate = compileLazily(
        () => compileFirst(route),
        () => compileAll(route),
      )
      return readBySchema(validate, route.schema, route.httpPart)
    }
  }) as BuildValidator, // Fastify types what it hands through more narrowly than the compilers themselves
  buildSerializer: ((schemas: unknown, options: unknown) => {
    const compile = compileSerializers()(schemas, options as never)
    return (route: Parameters<typeof compile>[0]) => {
      let serialize: ((data: unknown) => string) | undefined
      return (data: unknown) => {
        serialize ??= compile(route)
        return serialize(data)
      }
    }
  }) as BuildSerializer, // as above
}

/** The first validator stops at the first fault. Only if it finds one, the second validator looks for all faults. */
export function compileLazily(compileFirst: () => Validator, compileAll: () => Validator): Validator {
  let first: Validator | undefined
  let all: Validator | undefined
  const lazy: Validator = (data) => {
    first ??= compileFirst()
    const isValid = first(data)
    lazy.errors = first.errors
    if (!isValid && partsOf(data, MOST_PARTS) <= MOST_PARTS) {
      all ??= compileAll()
      all(data)
      lazy.errors = all.errors
    }
    return isValid
  }
  return lazy
}

/** Members and items, at every depth; counted no further than one more than `most`. */
function partsOf(data: unknown, most: number): number {
  if (typeof data !== 'object' || data === null) return 1
  let parts = 1
  for (const name in data) {
    if (parts > most) return parts
    parts += partsOf((data as Record<string, unknown>)[name], most - parts) // of an object or an array
  }
  return parts
}
