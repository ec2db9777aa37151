declare module '*.css?raw' {
  const text: string
  export default text
}

/** A script for browsers, as `browser-scripts.ts` builds it. */
declare module '*?browser' {
  const text: string
  export default text
}

declare module '*?raw' {
  const text: string
  export default text
}

/** The widget, as `widget/bundle.ts` builds it. */
declare module 'virtual:widget' {
  export const loader: string
  export const files: Readonly<Record<string, string>>
}
