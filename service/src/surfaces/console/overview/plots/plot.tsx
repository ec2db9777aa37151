import type { ComponentChildren } from 'preact'

interface PlotProps {
  readonly id: string
  readonly title: string
  readonly lead?: ComponentChildren
  /** What the picture says, for those who do not see it. */
  readonly summary: string
  readonly width: number
  readonly height: number
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  readonly children: ComponentChildren
}

/** A picture, what it says in a sentence, and the table it was drawn from. */
export function Plot({ id, title, lead, summary, width, height, columns, rows, children }: PlotProps) {
  return (
    <figure class="plot" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        {lead && <p class="soft">{lead}</p>}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
        {children}
      </svg>
      <details>
        <summary>As a table</summary>
        <section class="scroll" aria-label={`${title}, as a table`} tabindex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((column, place) => (
                  <th scope="col" class={place > 0 ? 'number' : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([first, ...others]) => (
                <tr>
                  <th scope="row">{first}</th>
                  {others.map((value) => (
                    <td class="number">{typeof value === 'number' ? NUMBER.format(value) : value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}

export const NUMBER = new Intl.NumberFormat('en')
