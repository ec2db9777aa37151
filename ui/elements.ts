/** The class of an element, such as HTMLFormElement. */
type Kind<E extends Element> = new () => E

/** An element that some pages have. */
export function find<E extends Element>(selector: string, kind: Kind<E>, within: ParentNode = document): E | undefined {
  const found = within.querySelector(selector)
  return found instanceof kind ? found : undefined
}

/** An element that the script cannot work without. */
export function need<E extends Element>(selector: string, kind: Kind<E>, within: ParentNode = document): E {
  const found = find(selector, kind, within)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

export function findAll<E extends Element>(selector: string, kind: Kind<E>, within: ParentNode = document): E[] {
  return [...within.querySelectorAll(selector)].filter((element): element is E => element instanceof kind)
}
