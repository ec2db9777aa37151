/**
 * While the panel is open, the browser's history has one more entry of the same address, so that "Back" closes the panel. The entry carries
 * the state of the page's own entry: a router that hears of the step finds itself where it is. Where the page goes on meanwhile, its
 * steps are its own.
 */
export function createBackStep(name: string, close: () => void) {
  const mark = `feedback-board ${name}`
  const isHere = () => Object(history.state)[mark] === true
  let length = 0
  let restoration: ScrollRestoration = 'auto'

  const hear = () => {
    if (isHere()) length = history.length
    if (isHere() || history.length !== length) return // a step of the page's own, above ours
    forget()
    history.scrollRestoration = restoration
    close()
  }
  const forget = () => window.removeEventListener('popstate', hear)

  return {
    enter() {
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
        // A page without a history of its own, such as one in a sandbox: there is nothing to go back to.
      }
    },
    /** The panel was closed otherwise: the entry goes, unless the page stands on another one by now. */
    leave() {
      if (isHere()) history.back()
      else forget()
    },
  }
}
