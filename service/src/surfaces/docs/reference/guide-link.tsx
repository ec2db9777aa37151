const FOR_SERVERS = '/docs/guides/from-your-server'
const FOR_APPS = ['App kit', '/docs/guides/kits/app'] as const

const GUIDES: Readonly<Record<string, readonly [title: string, path: string]>> = {
  Posts: ['From your server', FOR_SERVERS],
  'Votes and follows': ['From your server', FOR_SERVERS],
  Notifications: ['Notifications', '/docs/guides/notifications'],
  Sessions: ['First sign-in', '/docs/guides/first-sign-in'],
  'Signing keys': ['Sign-in tokens', '/docs/guides/sign-in-tokens'],
  Mail: ['Mail', '/docs/guides/mail'],
  Events: ['Events', '/docs/guides/events'],
  Imports: ['Move here from another tool', '/docs/guides/import'],
  Webhooks: ['Webhooks', '/docs/guides/webhooks'],
}

/** The guide that tells what the calls of a section, or one that only apps make, are for. */
export function GuideLink({ tag, isForApps = false }: { tag: string; isForApps?: boolean }) {
  const guide = isForApps && GUIDES[tag]?.[1] === FOR_SERVERS ? FOR_APPS : GUIDES[tag]
  if (!guide) return null
  const [title, path] = guide
  return (
    <p>
      Guide: <a href={path}>{title}</a>
    </p>
  )
}
