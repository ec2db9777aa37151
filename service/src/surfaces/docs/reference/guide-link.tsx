const GUIDES: Readonly<Record<string, readonly [title: string, path: string]>> = {
  Posts: ['From your server', '/docs/guides/from-your-server'],
  'Votes and follows': ['From your server', '/docs/guides/from-your-server'],
  Notifications: ['Notifications', '/docs/guides/notifications'],
  Sessions: ['First sign-in', '/docs/guides/first-sign-in'],
  'Signing keys': ['Sign-in tokens', '/docs/guides/sign-in-tokens'],
  Mail: ['Mail', '/docs/guides/mail'],
  Events: ['Events', '/docs/guides/events'],
  Imports: ['Move here from another tool', '/docs/guides/import'],
  Webhooks: ['Webhooks', '/docs/guides/webhooks'],
}

/** The guide that tells what the calls of a section are for. */
export function GuideLink({ tag }: { tag: string }) {
  const guide = GUIDES[tag]
  if (!guide) return null
  const [title, path] = guide
  return (
    <p>
      Guide: <a href={path}>{title}</a>
    </p>
  )
}
