import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { FeedbackError } from '../../../kits/app/src/index.ts'
import type { Host } from '../../../ui/editor/host.ts'
import editorStyle from '../../../ui/editor/style.css?raw'
import { EditorTools } from '../../../ui/editor/tools.tsx'
import { helpWriting } from '../../../ui/editor/writing.ts'
import type { Words } from '../../../ui/words/words.ts'
import type { Desk } from './desk.ts'
import { useTools } from './hooks.ts'
import { each } from './lists.ts'
import { rich } from './rich.ts'

const MOST_ALT = 200

interface ToolsProps {
  readonly area: HTMLTextAreaElement
  /** The post whose people the text can mention. */
  readonly thread: string | undefined
}

/** The tools above a text. They are made again when somebody signs in: a guest has fewer. */
export function Tools(props: ToolsProps) {
  const { desk } = useTools()
  return <ToolsFor key={desk.state.me?.id} {...props} />
}

function ToolsFor({ area, thread }: ToolsProps) {
  const { desk, words } = useTools()
  useEffect(() => {
    const editor = area.previousElementSibling
    if (!(editor instanceof HTMLElement)) return
    const gone = new AbortController()
    adopt(area.getRootNode())
    helpWriting(area, editor, { ...hostOf(desk, words, thread), signal: gone.signal })
    return () => gone.abort()
  }, [desk, area, words, thread])
  return <EditorTools words={words} mostAlt={desk.state.me === null ? undefined : MOST_ALT} />
}

/**
 * The pictures that this user sent. Until a text shows a picture, only its sender can load it, and only on the board, so the preview draws the file
 * itself.
 */
const sent = new WeakMap<Desk, Map<string, File>>()

function hostOf(desk: Desk, words: Words, thread: string | undefined): Omit<Host, 'signal'> {
  const pictures = sent.get(desk) ?? new Map<string, File>()
  sent.set(desk, pictures)
  return {
    sendPicture: async (file) => {
      const body = new FormData()
      body.set('file', file)
      try {
        const { url } = await desk.client.request('POST /files', { body })
        pictures.set(url, file)
        return { url }
      } catch (error) {
        return { code: error instanceof FeedbackError ? error.code : '' }
      }
    },
    showPreview: async (body, into) => {
      let isShown = false
      await desk.act(
        () => desk.client.request('POST /previews', { body: { body, ...(thread && { post_id: thread }) } }),
        ({ body_html }) => {
          const drawn = (src: string, alt: string) => {
            const file = pictures.get(src.replace('?size=small', ''))
            return file && <Drawing file={file} alt={alt} />
          }
          render(rich(body_html, drawn), into)
          isShown = true
        },
      )
      return isShown
    },
    people:
      thread === undefined
        ? undefined
        : async () => {
            const { data } = await desk.client.request('GET /posts/{id}/people', { path: { id: thread } })
            return each(data, ({ display_name, is_team, is_author, said, markdown }) => ({
              name: display_name,
              note: (is_team ? words.say('team') : is_author ? words.say('mention_author') : said) ?? '',
              markdown,
            }))
          },
  }
}

const MOST_PIXELS = 640

/** Drawn on a canvas, because the page's policy may allow no pictures that the page made. */
function Drawing({ file, alt }: { file: File; alt: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    void createImageBitmap(file).then((picture) => {
      const element = canvas.current
      if (!element) return
      const scale = Math.min(1, MOST_PIXELS / picture.width)
      element.width = picture.width * scale
      element.height = picture.height * scale
      element.getContext('2d')?.drawImage(picture, 0, 0, element.width, element.height)
      picture.close()
    })
  }, [file])
  return <canvas ref={canvas} role="img" aria-label={alt} />
}

const adopted = new WeakSet<Node>()

function adopt(root: Node): void {
  if (!(root instanceof ShadowRoot) || adopted.has(root)) return
  adopted.add(root)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(editorStyle)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
