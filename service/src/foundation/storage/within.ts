/** The same promise with a limit; what comes later is nobody's business any more. */
export function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  const { promise: limited, resolve, reject } = Promise.withResolvers<Value>()
  const timer = setTimeout(() => reject(new Error(`timeout: no answer within ${ms} ms`)), ms)
  promise.then(resolve, reject).finally(() => clearTimeout(timer))
  return limited
}
