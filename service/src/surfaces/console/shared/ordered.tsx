import type { ComponentChildren } from 'preact'
import { Form } from './pieces.tsx'
import type { ProjectView } from './view.ts'

/* The parts of a page with a list in an order that somebody chose. Its forms go to `path` and then add, change, move or delete. */

interface ItemProps {
  readonly view: ProjectView
  /** The address of the page. */
  readonly path: string
  readonly id: string
  readonly name: string
}

const MOVES = [
  ['up', '↑'],
  ['down', '↓'],
] as const

/** Two buttons that move it one place up or down. */
export function Order({
  view,
  path,
  id,
  name,
  isFirst,
  isLast,
}: ItemProps & { readonly isFirst: boolean; readonly isLast: boolean }) {
  const { words } = view
  return (
    <Form view={view} action={`${path}/move`} class="row">
      <input type="hidden" name="id" value={id} />
      {MOVES.map(([by, arrow]) => (
        <button
          class="button arrow"
          type="submit"
          name="by"
          value={by}
          disabled={by === 'up' ? isFirst : isLast}
          aria-label={words.say(`labels_${by}`, { name })}
        >
          {arrow}
        </button>
      ))}
    </Form>
  )
}

interface ChangeProps extends ItemProps {
  readonly version: number
  readonly isOpen: boolean
  /** The inputs. */
  readonly children: ComponentChildren
  /** What stands below the form, such as `Removal`. */
  readonly below: ComponentChildren
}

/** A form that unfolds to change it. */
export function Change({ view, path, id, name, version, isOpen, children, below }: ChangeProps) {
  const { words } = view
  return (
    <details open={isOpen}>
      <summary aria-label={words.say('labels_edit_label', { name })}>{words.say('shared_edit')}</summary>
      <div class="card top">
        <Form view={view} action={`${path}/change`} class="inner" id={changeFormOf(id)}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="version" value={version} />
          {children}
          <p>
            <button class="button main" type="submit" aria-label={words.say('labels_save_label', { name })}>
              {words.say('shared_save')}
            </button>
          </p>
        </Form>
        {below}
      </div>
    </details>
  )
}

/** The id of the form that changes it. */
export function changeFormOf(id: string): string {
  return `change-${id}`
}

interface RemovalProps extends ItemProps {
  /** What a deletion does, for the question before it. */
  readonly does: string
  /** More inputs, such as where its posts go. */
  readonly children?: ComponentChildren
}

export function Removal({ view, path, id, name, does, children }: RemovalProps) {
  const { words } = view
  const asks = { question: words.say('labels_delete_ask', { name }), does, yes: words.say('labels_delete_yes') }
  return (
    <Form view={view} action={`${path}/delete`} class="row between removal" asks={asks}>
      <input type="hidden" name="id" value={id} />
      {children}
      <button class="button danger" type="submit" aria-label={words.say('labels_delete_label', { name })}>
        {words.say('shared_delete')}
      </button>
    </Form>
  )
}

interface AdderProps {
  readonly view: ProjectView
  readonly path: string
  readonly label: string
  readonly isOpen: boolean
  /** The inputs. */
  readonly children: ComponentChildren
}

/** A form that unfolds to add one. */
export function Adder({ view, path, label, isOpen, children }: AdderProps) {
  return (
    <details class="adder" open={isOpen}>
      <summary class="button">{label}</summary>
      <Form view={view} action={`${path}/add`} class="card top">
        {children}
        <p>
          <button class="button main" type="submit">
            {label}
          </button>
        </p>
      </Form>
    </details>
  )
}
