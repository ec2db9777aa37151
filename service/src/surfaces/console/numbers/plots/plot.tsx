import type { ComponentChildren } from 'preact'
import type { ProjectView } from '../../shared/view.ts'

interface PlotProps {
  readonly view: ProjectView
  readonly id: string
  readonly title: string
  readonly lead?: ComponentChildren
  /** The content of the picture in a sentence, for people who do not see it. */
  readonly summary: string
  readonly width: number
  readonly height: number
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  /** Whether its parts have labels of their own. */
  readonly isGroup?: boolean
  readonly children: ComponentChildren
}

/** A picture, its summary in a sentence, and the table of its values. */
export function Plot(props: PlotProps) {
  const { view, id, title, lead, summary, width, height, columns, rows, isGroup = false, children } = props
  const { words } = view
  return (
    <figure class="plot" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        {lead && <p class="soft">{lead}</p>}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role={isGroup ? 'group' : 'img'} aria-label={summary}>
        {children}
      </svg>
      <details>
        <summary>{words.say('numbers_as_table')}</summary>
        <section class="scroll" aria-label={words.say('numbers_table_of', { title })} tabindex={0}>
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
                    <td class="number">{typeof value === 'number' ? words.number(value) : value}</td>
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
