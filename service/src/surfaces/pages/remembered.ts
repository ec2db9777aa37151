import { createElement, type FunctionComponent } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { openMemory } from '../../foundation/memory/index.ts'

/**
 * The HTML of a component, rendered once for equal props. They are plain data, and all that the component shows follows from them: their JSON is the
 * name under which the HTML is kept.
 */
export function rememberedHtml<Props extends object>(
  component: FunctionComponent<Props>,
  most: number,
): (props: Props) => { readonly __html: string } {
  const kept = openMemory<{ readonly __html: string }>({ most, freshMs: Number.POSITIVE_INFINITY })
  return (props) => {
    const name = JSON.stringify(props)
    const known = kept.fresh(name)
    if (known) return known
    const made = { __html: renderToString(createElement(component, props)) }
    kept.set(name, made)
    return made
  }
}
