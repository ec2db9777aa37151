/**
 * While the panel is open, the browser's history has one more entry with the same address, so that "Back" closes the panel. The entry has the state
 * of the page's own entry, so a router in the page stays where it is. If the page navigates meanwhile, its own entries are not touched.
 */
export function createBackStep(name: string, close: () => void) {
  const mark = `feedback-board ${name}`
  const isHere = () => Object(history.state)[mark] === true
  let length = 0
  let restoration: ScrollRestoration = 'auto'
  let isOpen = false
  /** `leave` asked for a step back. The browser takes it later, and the panel can be open again by then. */
  let isLeaving = false

  const hear = () => {
    const isOurs = isLeaving
    isLeaving = false
    if (isHere()) length = history.length
    if (isHere() || history.length !== length) return // the page has added a step of its own above ours
    forget()
    history.scrollRestoration = restoration
    if (!isOurs) close()
    else if (isOpen) enter()
  }
  const forget = () => window.removeEventListener('popstate', hear)

  const enter = () => {
    isOpen = true
    if (isLeaving) return // `hear` adds the entry, when the old one is gone
    try {
      if (!isHere()) {
        restoration = history.scrollRestoration
        history.scrollRestoration = 'manual' // or the step back would scroll the page to where it was when the panel opened
        history.pushState({ ...Object(history.state), [mark]: true }, '')
        history.scrollRestoration = restoration
      }
      length = history.length
      window.addEventListener('popstate', hear)
    } catch {
      // A page without a history, such as one in a sandbox, has nothing to go back to.
    }
  }

  return {
    enter,
    /** The panel was closed in another way: the entry is removed, unless the page has moved to another one. */
    leave() {
      isOpen = false
      if (isLeaving) return
      isLeaving = isHere()
      if (isLeaving) history.back()
      else forget()
    },
  }
}
