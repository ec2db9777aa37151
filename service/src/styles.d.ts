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

/** A file as a `data:` URL. */
declare module '*?inline' {
  const url: string
  export default url
}

/** The widget, as `widget/bundle.ts` builds it. */
declare module 'virtual:widget' {
  export const loader: string
  export const files: Readonly<Record<string, string>>
}

/** The documentation, as `docs-site.ts` makes it of Markdown. */
declare module 'virtual:docs' {
  export const site: import('./surfaces/docs/site.ts').DocsSite
}
