import type { ComponentChildren } from 'preact'
import type { Group, Heading, PageLink } from './site.ts'

/** What all pages share. */
export interface Frame {
  readonly groups: readonly Group[]
  /** The pages below a page of the side bar, which shows them while one of them is open. */
  readonly below: ReadonlyMap<string, readonly PageLink[]>
  readonly font: string
  readonly stylesheet: string
  readonly script: string
  readonly searchIndex: string
}

interface LayoutProps {
  readonly frame: Frame
  readonly path: string
  readonly title: string
  readonly headings?: readonly Heading[]
  readonly children: ComponentChildren
}

export function Layout({ frame, path, title, headings = [], children }: LayoutProps) {
  const onThisPage = headings.filter(({ level }) => level === 2)
  const isIndex = path === '/docs'
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{isIndex ? 'Feedback board documentation' : `${title} · Feedback board documentation`}</title>
        <link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href={frame.font} />
        <link rel="stylesheet" href={frame.stylesheet} />
        <link rel="icon" href="data:," />
        <script type="module" src={frame.script} />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header class="top">
          <a class="brand" href="/docs">
            Feedback board <span>docs</span>
          </a>
          <button type="button" class="search-button" data-search hidden aria-keyshortcuts="/ Control+K Meta+K">
            Search{' '}
            <span aria-hidden="true">
              <kbd>/</kbd>
            </span>
          </button>
          <a class="top-link" href="/docs/reference">
            API
          </a>
        </header>
        <div class={`columns${onThisPage.length > 1 && !isIndex ? ' has-contents' : ''}`}>
          <SideBar frame={frame} path={path} />
          <main id="content" class={isIndex ? 'index' : undefined}>
            {children}
            <Neighbours frame={frame} path={path} />
          </main>
          {onThisPage.length > 1 && !isIndex && (
            <nav class="contents" aria-label="On this page">
              <h2>On this page</h2>
              <ul>
                {onThisPage.map(({ id, title }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{title}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
        <Search address={frame.searchIndex} />
      </body>
    </html>
  )
}

/** On a wide screen it is always open. On a phone it is folded, which needs no script. */
function SideBar({ frame: { groups, below }, path }: { frame: Frame; path: string }) {
  return (
    <nav class="side" aria-label="Documentation">
      <details>
        <summary>All pages</summary>
      </details>
      <div class="groups">
        {groups.map((group) => (
          <div key={group.title}>
            <h2>{group.title}</h2>
            <SideLinks links={group.links} below={below} path={path} />
          </div>
        ))}
      </div>
    </nav>
  )
}

interface SideLinksProps {
  readonly links: readonly PageLink[]
  readonly below: Frame['below']
  readonly path: string
}

function SideLinks({ links, below, path }: SideLinksProps) {
  return (
    <ul>
      {links.map((link) => {
        const inner = below.get(link.path) ?? []
        return (
          <li key={link.path}>
            <SideLink link={link} path={path} />
            {inner.length > 0 && isInside(link, below, path) && <SideLinks links={inner} below={below} path={path} />}
          </li>
        )
      })}
    </ul>
  )
}

function isInside(link: PageLink, below: Frame['below'], path: string): boolean {
  return link.path === path || (below.get(link.path) ?? []).some((inner) => isInside(inner, below, path))
}

function SideLink({ link, path }: { link: PageLink; path: string }) {
  return (
    <a href={link.path} aria-current={link.path === path ? 'page' : undefined}>
      {link.title}
    </a>
  )
}

function Neighbours({ frame, path }: { frame: Frame; path: string }) {
  const all = readingOrder(frame)
  const place = all.findIndex((page) => page.path === path)
  const previous = place > 0 ? all[place - 1] : undefined
  const next = place >= 0 ? all[place + 1] : undefined
  if (!previous && !next) return null
  return (
    <nav class="neighbours" aria-label="Previous and next page">
      {previous && (
        <a class="previous" rel="prev" href={previous.path}>
          <span>Previous</span> {previous.title}
        </a>
      )}
      {next && (
        <a class="next" rel="next" href={next.path}>
          <span>Next</span> {next.title}
        </a>
      )}
    </nav>
  )
}

/** The side bar from top to bottom, with all pages below others. */
function readingOrder({ groups, below }: Frame): readonly PageLink[] {
  const withThoseBelow = (link: PageLink): PageLink[] => [link, ...(below.get(link.path) ?? []).flatMap(withThoseBelow)]
  return groups.flatMap(({ links }) => links.flatMap(withThoseBelow))
}

/** Empty until the script opens it. */
function Search({ address }: { address: string }) {
  return (
    <dialog id="search" class="search" aria-label="Search the documentation" data-index={address}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls="search-results"
        autocomplete="off"
        spellcheck={false}
        aria-label="Search the documentation"
        placeholder="Search guides, endpoints and errors"
      />
      <div id="search-results" role="listbox" aria-label="Results" />
      <p role="status" />
    </dialog>
  )
}
