import { useEffect, useRef, useState } from 'preact/hooks'
import type { Post } from '../../../kits/app/src/index.ts'
import type { WordKey } from '../../../ui/words/words.ts'
import { Area } from './area.tsx'
import { useTools } from './hooks.ts'
import { Send, WritesAs } from './pieces.tsx'

interface TextFormProps<Sent> {
  /** The text is kept under this name until it is sent or cancelled. */
  readonly name: string
  /** The text before anything is typed. */
  readonly text?: string
  readonly most: number
  readonly label: string
  readonly hint?: string
  /** The post whose people it can mention. */
  readonly thread?: string
  /** Whether the text is plain and not Markdown. */
  readonly isPlain?: boolean
  readonly submit: string
  /** The message if the text is refused. */
  readonly invalid: WordKey
  readonly send: (text: string) => Promise<Sent>
  readonly sent: (sent: Sent) => void
  /** Closes the form; absent if it is always open. */
  readonly done?: (() => void) | undefined
}

/** One text and a button that sends it. */
export function TextForm<Sent>(props: TextFormProps<Sent>) {
  const { name, text = '', most, label, hint, thread, isPlain, submit, invalid, send, sent, done } = props
  const { desk, signIn } = useTools()
  const typed = desk.state.texts[name] ?? text
  const { isBusy, once } = useOnce()
  const field = useFocus(done !== undefined)
  const onSubmit = (event: Event) => {
    event.preventDefault()
    if (!typed.trim()) return desk.say(invalid, true)
    if (desk.isGuest()) return signIn()
    void once(() =>
      desk.act(
        () => send(typed),
        (result) => {
          desk.write(name, undefined)
          sent(result)
          done?.()
        },
        { ifInvalid: invalid },
      ),
    )
  }
  const cancel = () => {
    desk.write(name, undefined)
    done?.()
  }
  return (
    <form class="form" noValidate onSubmit={onSubmit}>
      <label for={name}>{label}</label>
      <Area
        id={name}
        field={field}
        rows={3}
        maxlength={most}
        value={typed}
        placeholder={hint}
        thread={thread}
        isPlain={isPlain}
        write={(text) => desk.write(name, text)}
      />
      <WritesAs />
      <p class="choices">
        <Send isSending={isBusy} text={submit} />
        {done && <Cancel cancel={cancel} />}
      </p>
    </form>
  )
}

export function ReportForm({ about, done }: { about: { post_id: string } | { comment_id: string }; done: () => void }) {
  const { desk, words } = useTools()
  const id = 'post_id' in about ? about.post_id : about.comment_id
  return (
    <TextForm
      name={`report-${id}`}
      most={1_000}
      isPlain
      label={words.say('report_reason')}
      submit={words.say('report_submit')}
      invalid="failed_action"
      send={(reason) => desk.client.request('POST /reports', { body: { ...about, reason } })}
      sent={() => desk.say('reported', true)}
      done={done}
    />
  )
}

interface DeleteFormProps {
  readonly question: WordKey
  /** The message after it is deleted. */
  readonly said: WordKey
  readonly remove: () => Promise<unknown>
  readonly removed: () => void
  readonly done: () => void
}

/** Asks first, because it cannot be undone. */
export function DeleteForm({ question, said, remove, removed, done }: DeleteFormProps) {
  const { desk, words } = useTools()
  const { isBusy, once } = useOnce()
  const field = useFocus<HTMLButtonElement>(true)
  const onClick = () =>
    once(() =>
      desk.act(remove, () => {
        done()
        removed()
        desk.say(said, true)
      }),
    )
  return (
    <div class="form">
      <p>{words.say(question)}</p>
      <p class="choices">
        <button type="button" class="button danger" ref={field} aria-busy={isBusy} onClick={onClick}>
          {words.say('delete')}
        </button>
        <Cancel cancel={done} />
      </p>
    </div>
  )
}

export function EditIdeaForm({ post, change, done }: { post: Post; change: (post: Post) => void; done: () => void }) {
  const { desk, words } = useTools()
  const [title, setTitle] = useState(post.title)
  const [body, setBody] = useState(post.body)
  const { isBusy, once } = useOnce()
  const field = useFocus<HTMLInputElement>(true)
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void once(() =>
      desk.act(
        () => desk.client.request('PATCH /posts/{id}', { path: { id: post.id }, body: { title: title.trim(), body } }),
        (changed) => {
          change(changed)
          desk.again()
          desk.say('me_saved')
          done()
        },
        { ifInvalid: 'title_invalid' },
      ),
    )
  }
  return (
    <form class="form" noValidate onSubmit={onSubmit}>
      <label for="edit-title">{words.say('new_title_label')}</label>
      <input
        id="edit-title"
        ref={field}
        value={title}
        maxlength={140}
        onInput={(event) => setTitle(event.currentTarget.value)}
      />
      <label for="edit-body">{words.say('new_body_label')}</label>
      <Area id="edit-body" rows={5} maxlength={10_000} value={body} write={setBody} />
      <p class="choices">
        <Send isSending={isBusy} text={words.say('me_save')} />
        <Cancel cancel={done} />
      </p>
    </form>
  )
}

function Cancel({ cancel }: { cancel: () => void }) {
  const { words } = useTools()
  return (
    <button type="button" class="button" onClick={cancel}>
      {words.say('cancel')}
    </button>
  )
}

/** Runs one at a time, however often the button is pressed. */
function useOnce() {
  const [isBusy, setBusy] = useState(false)
  const once = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    await work()
    setBusy(false)
  }
  return { isBusy, once }
}

/** Focuses the first field of a form that was just opened. */
function useFocus<Field extends HTMLElement = HTMLTextAreaElement>(isOpened: boolean) {
  const field = useRef<Field>(null)
  useEffect(() => {
    if (isOpened) field.current?.focus()
  }, [isOpened])
  return field
}
