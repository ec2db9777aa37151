/** A panel in the page is loaded when somebody is about to see it. Returns a function that stops watching. */
export function whenSeen(element: Element, then: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting } of entries) {
        if (!isIntersecting) continue
        observer.disconnect()
        return then()
      }
    },
    { rootMargin: '200px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
