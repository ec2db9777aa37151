import type { Found } from './find.ts'
import { type Frame, Layout } from './layout.tsx'

/** Leads on from an address where nothing is: to what it may have meant, to the search, and to every page. */
export function NotFoundPage({ frame, near }: { frame: Frame; near: readonly Found[] }) {
  return (
    <Layout frame={frame} path="" title="Nothing is here">
      <h1>Nothing is here</h1>
      <p class="lead">
        There is no page at this address.{' '}
        <span class="with-script">
          Press <kbd>/</kbd> to search, or choose a page.
        </span>
      </p>
      {near.length > 0 && (
        <section aria-labelledby="near">
          <h2 id="near">Perhaps you mean</h2>
          <ul>
            {near.map(({ path, title, page }) => (
              <li key={path}>
                <a href={path}>{title}</a>
                {page !== title && <span class="soft"> {page}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div class="all-pages">
        {frame.groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h2>{group.title}</h2>
            <ul>
              {group.links.map(({ path, title }) => (
                <li key={path}>
                  <a href={path}>{title}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Layout>
  )
}
