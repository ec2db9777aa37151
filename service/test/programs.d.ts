/** A program of the tests, as `harness/programs.ts` builds it. */
declare module '*?program' {
  const text: string
  export default text
}
