/** The same promise with a time limit; a later result is ignored. */
export function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  const { promise: limited, resolve, reject } = Promise.withResolvers<Value>()
  const timer = setTimeout(() => reject(new Error(`timeout: no answer within ${ms} ms`)), ms)
  promise.then(resolve, reject).finally(() => clearTimeout(timer))
  return limited
}
