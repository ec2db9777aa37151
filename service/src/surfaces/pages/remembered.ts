import { createElement, Fragment, type FunctionComponent } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { openMemory } from '../../foundation/memory/index.ts'

/**
 * The HTML of a component, rendered once for equal props. They are plain data of a limited size, and all that the component shows follows from them:
 * their JSON is the name under which the HTML is kept.
 */
export function rememberedHtml<Props extends object>(
  component: FunctionComponent<Props>,
  most: number,
): (props: Props) => string {
  const kept = openMemory<string>({ most, freshMs: Number.POSITIVE_INFINITY })
  return (props) => {
    const name = JSON.stringify(props)
    const known = kept.fresh(name)
    if (known !== undefined) return known
    const made = renderToString(createElement(component, props))
    kept.set(name, made)
    return made
  }
}

/** A text as it is written in HTML, also in an attribute. */
export function escaped(text: string): string {
  return renderToString(createElement(Fragment, null, text))
}
