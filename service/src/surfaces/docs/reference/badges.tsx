import type { CallerKind } from './callers.ts'

/** Who may call, in a few words. */
export function Badges({ kind: { caller, badges } }: { kind: CallerKind }) {
  return (
    <span class={`caller-badge ${caller}`}>
      {badges.map((badge, place) => (
        <span key={badge} class={place === 0 ? 'who' : 'what'}>
          {badge}
        </span>
      ))}
    </span>
  )
}
