/** Operations had anchors on longer pages. Whoever follows an old link goes on to the page of the operation. */
export function goOnToOperation(): void {
  const name = location.hash.slice(1) // names of operations are letters, so nothing in them is encoded
  if (name === '') return
  const entry = document.querySelector<HTMLElement>(`li[id="${CSS.escape(name)}"] > a[href^="/docs/reference/"]`)
  if (entry instanceof HTMLAnchorElement) location.replace(entry.href)
  // Before there were guides, the reference was the first page.
  else if (location.pathname === '/docs' && !document.getElementById(name)) location.replace(`/docs/reference#${name}`)
}
