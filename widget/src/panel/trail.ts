import type { View } from './shell.ts'

export type Tab = 'posts' | 'roadmap' | 'changelog'
export type Trail = ReturnType<typeof createTrail>

/** The form for a new idea, and the notifications; any other step is the id of a post. */
export const NEW = 'new'
export const TOLD = 'notifications'

/** Where the visitor is, and how they came there. */
export function createTrail(changed: () => void) {
  let tab: Tab = 'posts'
  let steps: readonly string[] = []
  const top = (): string | undefined => steps[steps.length - 1]
  return {
    tab: () => tab,
    /** The step above the tab, with a way back to it. */
    step: top,
    /** In the form that `go` takes. */
    view: (): View => {
      const step = top()
      if (step === undefined) return { view: tab }
      return step === NEW || step === TOLD ? { view: step } : { post: step }
    },
    go({ view, post }: View) {
      const step = post || (view === NEW || view === TOLD ? view : undefined)
      if (step === undefined) {
        if (view) tab = view === 'roadmap' || view === 'changelog' ? view : 'posts'
        steps = []
      } else if (step !== top()) steps = [...steps, step]
      changed()
    },
    /** After a new idea is sent, "back" skips its form; a visitor who has left the form meanwhile stays where they are. */
    replace(id: string) {
      if (top() === NEW) steps = [...steps.slice(0, -1), id]
      changed()
    },
    back() {
      steps = steps.slice(0, -1)
      changed()
    },
  }
}
