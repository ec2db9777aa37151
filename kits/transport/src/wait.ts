import { FeedbackError } from './feedback-error.ts'
import { host, type StopSignal } from './host.ts'

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void host.setTimeout(resolve, milliseconds))
}

/** Settles as the work does, unless the signal or the time limit comes first. The work itself continues for others that share it. */
export function unlessStopped<Result>(
  work: Promise<Result>,
  signal?: StopSignal,
  limit?: { readonly milliseconds: number; readonly error: () => FeedbackError },
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const done = () => {
      signal?.removeEventListener('abort', stop)
      if (limit) host.clearTimeout(timer)
    }
    const fail = (error: unknown) => {
      done()
      reject(error)
    }
    const stop = () => fail(new FeedbackError('aborted', 'The call was aborted.', { cause: signal?.reason }))
    const timer = limit && host.setTimeout(() => fail(limit.error()), limit.milliseconds)
    work.then((result) => {
      done()
      resolve(result)
    }, fail)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop)
  })
}
