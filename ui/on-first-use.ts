/** What takes milliseconds to make, such as a formatter of Intl, and may not be needed: it is made when it is asked for, once. */
export function onFirstUse<Made>(make: () => Made): () => Made {
  let made: { readonly result: Made } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}
