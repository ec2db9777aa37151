import type { ComponentChildren } from 'preact'
import { initialOf } from '../../../../ui/initial.ts'
import type { Project } from '../../domain/projects/index.ts'
import { darkPill, type Look, pillClass, pillStyle } from './look.ts'

export const HEADING = 'margin:0;font-weight:700;word-break:break-word'

/** Such as one under the mail, by which somebody gets less mail. */
export interface MailLink {
  readonly text: string
  readonly url: string
}

/** As plain text. */
export function said({ text, url }: MailLink): string {
  return `${text}: ${url}`
}

interface FrameProps {
  readonly words: { readonly language: string; readonly direction: 'ltr' | 'rtl' }
  readonly look: Look
  readonly project: Pick<Project, 'name'>
  readonly subject: string
  /** What lists of mails show after the subject. */
  readonly preview: string
  readonly boardUrl: string
  /** Those whose pills are in the mail. */
  readonly statuses: readonly { readonly color: string }[]
  /** Why somebody gets it. */
  readonly why: string
  readonly links: readonly MailLink[]
  /** Rows of a table. */
  readonly children: ComponentChildren
}

/** A whole mail. Tables and styles of each element, because mail programs know little else. */
export function MailFrame(props: FrameProps) {
  const { words, look, project, subject, preview, boardUrl, statuses, why, links, children } = props
  const pills = statuses.map(({ color }) => darkPill(color))
  return (
    <html lang={words.language} dir={words.direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <title>{subject}</title>
        <style
          dangerouslySetInnerHTML={{
            __html: `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${look.styles}${pills.join('')}}`,
          }}
        />
      </head>
      <body class="paper" style={`margin:0;padding:0;background:${look.light.paper};${look.font}`}>
        <div style="display:none;max-height:0;overflow:hidden">{preview}</div>
        {/* It has language, direction and font once more, since programs that show mails in a page drop what is around it. */}
        <Table
          class="paper"
          style={`background:${look.light.paper};${look.font}`}
          lang={words.language}
          dir={words.direction}
        >
          <td align="center" style="padding:24px 12px">
            <table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px">
              <tr>
                <td style="padding:0 4px 16px" align={words.direction === 'rtl' ? 'right' : 'left'}>
                  <Mark project={project} look={look} boardUrl={boardUrl} />
                </td>
              </tr>
              {children}
              <tr>
                <td class="soft" style={`padding:12px 4px;font-size:13px;line-height:1.5;color:${look.light.soft}`}>
                  {why}
                  <br />
                  {links.map(({ text, url }, place) => (
                    <>
                      <a class="soft" href={url} style={`color:${look.light.soft}`}>
                        {text}
                      </a>
                      {place < links.length - 1 && '\u00a0· '}
                    </>
                  ))}
                </td>
              </tr>
            </table>
          </td>
        </Table>
      </body>
    </html>
  )
}

interface TableProps {
  readonly children: ComponentChildren
  readonly style?: string
  readonly class?: string
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl'
}

export function Table({ children, style = '', ...rest }: TableProps) {
  return (
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style={`width:100%;${style}`} {...rest}>
      <tr>{children}</tr>
    </table>
  )
}

/** The project's initial, since no picture is loaded from anywhere, and its name. */
function Mark({ project, look, boardUrl }: Pick<FrameProps, 'project' | 'look' | 'boardUrl'>) {
  return (
    <a href={boardUrl} style="text-decoration:none">
      <span
        class="fill"
        style={`display:inline-block;width:28px;height:28px;line-height:28px;text-align:center;border-radius:9px 9px 9px 3px;background:${look.accent};color:${look.onAccent};font-size:15px;font-weight:700`}
      >
        {initialOf(project.name)}
      </span>
      <span class="ink" dir="auto" style={`padding:0 8px;font-size:16px;font-weight:600;color:${look.light.ink}`}>
        {project.name}
      </span>
    </a>
  )
}

/** Above the cards. */
export function Headline({ look, children }: { look: Look; children: ComponentChildren }) {
  return (
    <tr>
      <td style="padding:0 4px 16px">
        <h1 class="ink" style={`${HEADING};font-size:20px;line-height:1.25;color:${look.light.ink}`}>
          {children}
        </h1>
      </td>
    </tr>
  )
}

export function Card({ look, children }: { look: Look; children: ComponentChildren }) {
  return (
    <tr>
      <td style="padding:0 0 12px">
        <Table
          class="card"
          style={`background:${look.light.card};border:1px solid ${look.light.line};border-radius:10px;border-collapse:separate`}
        >
          <td style="padding:20px">{children}</td>
        </Table>
      </td>
    </tr>
  )
}

export function StatusPill({ name, color }: { name: string; color: string }) {
  return (
    <span class={pillClass(color)} dir="auto" style={pillStyle(color)}>
      {name}
    </span>
  )
}

export function Button({ look, href, text }: { look: Look; href: string; text: string }) {
  return (
    <a
      class="fill"
      href={href}
      style={`display:inline-block;padding:11px 20px;border-radius:10px;background:${look.accent};color:${look.onAccent};font-size:16px;font-weight:600;text-decoration:none;word-break:break-word`}
    >
      {text}
    </a>
  )
}
