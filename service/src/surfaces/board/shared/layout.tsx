import type { ComponentChildren } from 'preact'
import { viewerOf } from '../../../domain/call/index.ts'
import { notificationsOf } from '../../../domain/users/index.ts'
import { Bell } from './bell.tsx'
import { Foot } from './foot.tsx'
import { ProjectMark } from './pieces.tsx'
import { PICTURE_HEIGHT, PICTURE_WIDTH } from './preview.ts'
import { SignInSheet } from './sign-in-sheet.tsx'
import type { PageFacts, View } from './view.ts'

interface PageProps {
  readonly view: View
  readonly facts: PageFacts
  readonly children: ComponentChildren
}

/** The frame of every page. The head of a private board's page reveals nothing about it. */
export function Page({ view, facts, children }: PageProps) {
  const { words, project, assets, nonce, theme } = view
  const isOpen = facts.isIndexed !== false && !project.isPrivate
  return (
    <html lang={words.language} dir={words.direction} data-accent={project.slug} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{facts.title === project.name ? project.name : `${facts.title} · ${project.name}`}</title>
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        {!isOpen && <meta name="robots" content="noindex" />}
        {isOpen && facts.description && <meta name="description" content={facts.description} />}
        {isOpen && facts.canonical && <link rel="canonical" href={facts.canonical} />}
        {isOpen && <OpenGraph view={view} facts={facts} />}
        {isOpen && facts.feed && (
          <link rel="alternate" type="application/atom+xml" title={facts.feed.title} href={facts.feed.path} />
        )}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href={assets.font} />
        <link rel="stylesheet" href={assets.style} />
        <link rel="stylesheet" href={`/accent.css?${accentTag(project.accentColor)}`} />
        <script nonce={nonce} type="module" src={facts.script ?? assets.script} />
      </head>
      <body
        data-signed-in={view.visitorName === undefined ? undefined : ''}
        data-failed={words.say('failed_action')}
        data-many={words.say('too_many')}
        data-closed={words.say('voting_closed')}
        data-counted={words.say(isTold(view) ? 'vote_told' : 'vote_counted')}
        data-undo={words.say('undo')}
        {...(facts.live && liveTexts(view, facts.live))}
      >
        <a class="skip" href="#content">
          {words.say('skip_to_content')}
        </a>
        {facts.hasIdeas && (
          <a class="skip" href="#ideas">
            {words.say('skip_to_ideas')}
          </a>
        )}
        <Header view={view} current={facts.current} />
        <main id="content" tabindex={-1}>
          {view.notice && (
            <p class={`notice ${view.notice.kind}`} role={view.notice.kind === 'fault' ? 'alert' : 'status'}>
              {view.notice.text}
            </p>
          )}
          {children}
        </main>
        <Foot view={view} feed={facts.feed} />
        <div id="live" class="toasts" role="status" aria-live="polite" />
        {facts.live && <div id="offer" class="offer" role="status" data-show={words.say('live_show')} />}
        <SignInSheet view={view} />
      </body>
    </html>
  )
}

/** What the script of a page that follows the board says. */
function liveTexts({ words }: View, live: NonNullable<PageFacts['live']>) {
  return {
    'data-live': live,
    'data-new-ideas': words.say('live_new_ideas', { n: '{n}' }),
    'data-new-comments': words.say('live_new_comments', { n: '{n}' }),
    'data-changed': words.say('live_changed'),
  }
}

/** Whether the visitor is notified about an idea that they vote for. */
function isTold({ call, project }: View): boolean {
  const user = viewerOf(call)
  return user !== undefined && notificationsOf(project, user).statusChanges
}

function accentTag(color: string): string {
  return color.slice(1)
}

function OpenGraph({ view, facts }: Pick<PageProps, 'view' | 'facts'>) {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={view.project.name} />
      <meta property="og:title" content={facts.title} />
      {facts.description && <meta property="og:description" content={facts.description} />}
      {facts.canonical && <meta property="og:url" content={facts.canonical} />}
      {facts.picture && <Picture address={view.origin + facts.picture} alt={facts.title} />}
      <meta name="twitter:card" content={facts.picture ? 'summary_large_image' : 'summary'} />
    </>
  )
}

function Picture({ address, alt }: { address: string; alt: string }) {
  return (
    <>
      <meta property="og:image" content={address} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(PICTURE_WIDTH)} />
      <meta property="og:image:height" content={String(PICTURE_HEIGHT)} />
      <meta property="og:image:alt" content={alt} />
    </>
  )
}

function Header({ view, current }: { view: View; current: PageFacts['current'] }) {
  const { words, project } = view
  const link = (name: NonNullable<PageFacts['current']>, path: string, text: string) => (
    <a href={path} aria-current={current === name ? 'page' : undefined}>
      {text}
    </a>
  )
  const isShut = project.isPrivate && view.visitorName === undefined
  return (
    <header class="top">
      <div class="wide">
        <a class="brand" href="/">
          <ProjectMark view={view} />
          <span class="name">{project.name}</span>
        </a>
        {!isShut && (
          <nav aria-label={words.say('nav_label')}>
            {link('posts', '/', words.say('nav_ideas'))}
            {link('roadmap', '/roadmap', words.say('nav_roadmap'))}
            {link('changelog', '/changelog', words.say('nav_changelog'))}
          </nav>
        )}
        {view.visitorName !== undefined && <Bell view={view} isCurrent={current === 'notifications'} />}
        {!isShut && <Visitor view={view} />}
      </div>
    </header>
  )
}

function Visitor({ view }: { view: View }) {
  const { visitorName } = view
  return visitorName === undefined ? <SignInLink view={view} /> : <Account view={view} name={visitorName} />
}

function SignInLink({ view }: { view: View }) {
  return (
    <a class="button" href={`/sign-in?return_to=${encodeURIComponent(view.path)}`} data-sheet="">
      {view.words.say('sign_in')}
    </a>
  )
}

function Account({ view, name }: { view: View; name: string }) {
  const { words } = view
  return (
    <details class="account drop">
      <summary>
        <span class="unseen">{words.say('signed_in_as', { name })}</span>
        <span class="who" dir="auto" aria-hidden="true">
          {name}
        </span>
      </summary>
      <div class="menu">
        <a href="/me/ideas">{words.say('my_ideas')}</a>
        <a href="/me/votes">{words.say('my_votes')}</a>
        <a href="/me/follows">{words.say('my_follows')}</a>
        <a href="/me">{words.say('my_settings')}</a>
        <form method="post" action="/sign-out">
          <button type="submit">{words.say('sign_out')}</button>
        </form>
      </div>
    </details>
  )
}
