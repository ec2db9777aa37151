import type { ComponentChildren } from 'preact'

export interface Column {
  readonly name: string
  /** Shown above the values instead of the name. */
  readonly head?: ComponentChildren
  /** Whether its values are the headings of their rows. */
  readonly isHeading?: boolean
  /** Whether its values need no heading, such as a button. */
  readonly isNameHidden?: boolean
  readonly class?: string
  /** Whether the rows are in the order of this column. */
  readonly sort?: 'ascending' | 'descending'
}

interface TableProps {
  /** The name of the table for screen readers. */
  readonly label: string
  readonly columns: readonly Column[]
  /** The rows; each has a value for each column. */
  readonly rows: readonly (readonly ComponentChildren[])[]
  readonly class?: string
}

/** If it is too wide, it scrolls and the page does not. On a phone each row is a card with the names beside the values. */
export function Table({ label, columns, rows, class: look }: TableProps) {
  return (
    <section class="scroll" tabindex={0} aria-label={label}>
      <table class={look ? `cards ${look}` : 'cards'}>
        <thead>
          <tr>
            {columns.map(({ name, head, isNameHidden, class: look, sort }) => (
              <th scope="col" class={look} aria-sort={sort}>
                {head ?? (isNameHidden ? <span class="unseen">{name}</span> : name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {columns.map((column, place) => (
                <Cell column={column}>{cells[place]}</Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ column, children }: { column: Column; children: ComponentChildren }) {
  const { name, isHeading, isNameHidden, class: look } = column
  if (isHeading) {
    return (
      <th scope="row" class={look}>
        {children}
      </th>
    )
  }
  if (isNameHidden) return <td class={look}>{children}</td>
  return (
    <td class={look} data-label={name}>
      <div>{children}</div>
    </td>
  )
}
