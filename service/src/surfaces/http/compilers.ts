import compileValidators from '@fastify/ajv-compiler'
import compileSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type BuildValidator = NonNullable<Compilers['buildValidator']>
type BuildSerializer = NonNullable<Compilers['buildSerializer']>

interface Validator {
  (data: unknown): unknown
  errors?: unknown
}

/** Fastify's own, each at its first use: compiling every schema would be a quarter of the start, and most are not needed soon. */
export const lazyCompilers: Compilers = {
  buildValidator: ((schemas: unknown, options: unknown) => {
    const compile = compileValidators()(schemas as never, options as never) as (route: unknown) => Validator
    return (route: unknown) => lazyValidator(() => compile(route))
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

function lazyValidator(compile: () => Validator): Validator {
  let validate: Validator | undefined
  const lazy: Validator = (data) => {
    validate ??= compile()
    const isValid = validate(data)
    lazy.errors = validate.errors
    return isValid
  }
  return lazy
}
