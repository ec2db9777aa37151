import type { View } from './shell.ts'

export type Tab = 'posts' | 'roadmap' | 'changelog'
/** What stands over a tab, with a way back to it. */
export type Step = { readonly kind: 'post'; readonly id: string } | { readonly kind: 'new'; readonly title: string }

export type Trail = ReturnType<typeof createTrail>

/** Where the visitor is, and how they came there. */
export function createTrail(changed: () => void) {
  let tab: Tab = 'posts'
  let steps: readonly Step[] = []
  return {
    tab: () => tab,
    step: (): Step | undefined => steps[steps.length - 1],
    go({ view, post, title = '' }: View) {
      if (post) steps = [...steps, { kind: 'post', id: post }]
      else if (view === 'new') steps = [...steps, { kind: 'new', title }]
      else if (view) {
        tab = view === 'roadmap' || view === 'changelog' ? view : 'posts'
        steps = []
      }
      changed()
    },
    /** From a new idea that has been sent, the way back leads past its form. */
    replace(id: string) {
      steps = [...steps.slice(0, -1), { kind: 'post', id }]
      changed()
    },
    back() {
      steps = steps.slice(0, -1)
      changed()
    },
    restart() {
      steps = []
      changed()
    },
  }
}
