import type { ComponentChildren } from 'preact'
import { accentOn } from '../../../../../ui/accent.ts'
import { initialOf } from '../../../../../ui/initial.ts'
import type { Project } from '../../../domain/call/index.ts'
import { filePath } from '../../../domain/files/index.ts'
import { MAIN_FONT } from '../../pages/index.ts'
import { type AssetName, assets } from '../assets.ts'
import { type Guide, GuideLink } from './guide.tsx'
import { Icon } from './icons.tsx'
import { Palette, PaletteLink } from './palette.tsx'
import { upTo99, waitingIn } from './pieces.tsx'
import { SECTIONS } from './sections.ts'
import { Shortcuts } from './shortcuts.tsx'
import { Undo } from './undo.tsx'
import type { ProjectView, View } from './view.ts'

interface FrameProps {
  readonly view: View
  readonly title: string
  /** Scripts of this page beside the common one, by the names of their files. */
  readonly scripts?: readonly AssetName[]
  readonly children: ComponentChildren
}

/** The head and body of every page of the console. */
function Frame({ view, title, scripts = [], children }: FrameProps) {
  const { nonce, words } = view
  return (
    <html lang={words.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{words.say('shared_page_title', { title })}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href={assets.addressOf(MAIN_FONT)} />
        <link rel="stylesheet" href={assets.addressOf('console.css')} />
        <script nonce={nonce} type="module" src={assets.addressOf('console.js')} />
        {scripts.map((name) => (
          <script nonce={nonce} type="module" src={assets.addressOf(name)} />
        ))}
      </head>
      <body>
        <a class="skip" href="#content">
          {words.say('shared_skip')}
        </a>
        {children}
        <div
          id="live"
          class="toast"
          role="status"
          aria-live="polite"
          data-copied={words.say('shared_copied')}
          data-press-to-copy={words.say('shared_press_to_copy')}
          data-unsaved={words.say('shared_unsaved')}
        />
      </body>
    </html>
  )
}

function NoticeOf({ view, children }: { view: View; children?: ComponentChildren }) {
  if (!view.notice) return null
  const { kind, text } = view.notice
  return (
    <div class={`notice ${kind}`} role={kind === 'fault' ? 'alert' : 'status'}>
      {text}
      {kind === 'done' && children}
    </div>
  )
}

/** A page that belongs to no project: entering, the list of projects, the operator's own account. */
export function PlainPage({ view, title, scripts, children }: FrameProps) {
  return (
    <Frame view={view} title={title} scripts={scripts ?? []}>
      <header class="bar">
        <a class="brand" href="/console">
          <span class="mark" aria-hidden="true">
            {initialOf(view.words.say('shared_console'))}
          </span>{' '}
          {view.words.say('shared_console')}
        </a>
        {view.operator && <Account view={view} email={view.operator.email} />}
      </header>
      <main id="content" class="plain" tabindex={-1}>
        <NoticeOf view={view} />
        {children}
      </main>
    </Frame>
  )
}

interface ProjectPageProps extends Omit<FrameProps, 'view'> {
  readonly view: ProjectView
  /** The part of the project that it belongs to: the path after the slug. */
  readonly section: string
  /** Beside the title: usually the main action of the page. */
  readonly actions?: ComponentChildren
  readonly lead?: ComponentChildren
  /** The part of the documentation that explains the page. */
  readonly guide?: Guide
  /** Whether it uses the whole width: for lists side by side, and large tables. */
  readonly isWide?: boolean
}

/** A page within a project: the navigation, the title and the content. */
export function ProjectPage(props: ProjectPageProps) {
  const { view, title, section, scripts, actions, lead, guide, isWide = false, children } = props
  const guideLink = guide && <GuideLink view={view} to={guide} />
  return (
    <Frame view={view} title={`${title} · ${view.project.name}`} scripts={['search.js', ...(scripts ?? [])]}>
      <div class="desk">
        <Sidebar view={view} section={section} />
        <main id="content" class={isWide ? 'whole-width' : undefined} tabindex={-1}>
          <NoticeOf view={view}>
            <Undo view={view} />
          </NoticeOf>
          <div class="title">
            <div class="named">
              <h1>{title}</h1>
              {!lead && guideLink}
            </div>
            {actions && <div class="row">{actions}</div>}
          </div>
          {lead && (
            <p class="lead">
              {lead} {guideLink}
            </p>
          )}
          {children}
        </main>
      </div>
      <Palette view={view} />
      <Shortcuts view={view} />
    </Frame>
  )
}

function Sidebar({ view, section }: { view: ProjectView; section: string }) {
  const { project, base, words } = view
  return (
    <header class="sidebar">
      <div class="row between">
        <div class="whose">
          <a class="brand" href="/console" title={words.say('shared_all_projects')}>
            <ProjectMark project={project} /> <span class="name">{project.name}</span>
          </a>
          <a class="view-board" href={view.boardOrigin} target="_blank" rel="noopener">
            {words.say('shared_view_board')} <span aria-hidden="true">↗</span>
          </a>
        </div>
        <PaletteLink view={view} />
        <details class="menu-button">
          <summary class="button">
            {words.say('shared_menu')} <Waiting view={view} />
          </summary>
        </details>
      </div>
      <nav aria-label={words.say('shared_nav')}>
        {SECTIONS.map(([group, sections]) => {
          const seen = sections.filter(({ needs }) => view.may(needs))
          return (
            seen.length > 0 && (
              <section>
                <h2>{words.say(group)}</h2>
                <ul>
                  {seen.map(({ path, name, icon }) => (
                    <li>
                      <a href={base + path} aria-current={section === path ? 'page' : undefined}>
                        <Icon name={icon} /> {words.say(name)}
                        {path === '' && <Waiting view={view} />}
                      </a>
                    </li>
                  ))}
                </ul>
              </section>
            )
          )
        })}
        <p class="keys-link">
          <a href={`${base}/shortcuts`} data-shortcuts>
            {words.say('search_shortcuts')}{' '}
            <span aria-hidden="true">
              <kbd>?</kbd>
            </span>
          </a>
        </p>
        <p class="keys-link">
          <a href="/docs">{words.say('shared_docs')}</a>
        </p>
        <Account view={view} email={view.operator.email} />
      </nav>
    </header>
  )
}

/** The number of items on Today that wait for a decision. */
function Waiting({ view }: { view: ProjectView }) {
  const n = waitingIn(view.waiting)
  return (
    <span class="waiting" hidden={n === 0}>
      {upTo99(view, n)}
      <span class="unseen"> {view.words.say('shared_nav_waiting', { n })}</span>
    </span>
  )
}

function Account({ view, email }: { view: View; email: string }) {
  return (
    <div class="account">
      <a href="/console/me" class="who">
        {email}
      </a>
      <form method="post" action="/console/sign-out">
        <button class="link" type="submit">
          {view.words.say('shared_sign_out')}
        </button>
      </form>
    </div>
  )
}

/** As on its board: the project's logo, or its initial on its colour. */
export function ProjectMark({ project }: { project: Project }) {
  const { slug, name, logoId, accentColor } = project
  if (logoId !== undefined) {
    return <img class="mark" src={`/console/${slug}${filePath(logoId)}?size=small`} alt="" width={32} height={32} />
  }
  const [light, dark] = [accentOn(accentColor, 'light'), accentOn(accentColor, 'dark')]
  return (
    <svg class="mark drawn-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" fill={`light-dark(${light.accent},${dark.accent})`} />
      <text
        x="16"
        y="16.5"
        text-anchor="middle"
        dominant-baseline="central"
        fill={`light-dark(${light.on},${dark.on})`}
      >
        {initialOf(name)}
      </text>
    </svg>
  )
}
