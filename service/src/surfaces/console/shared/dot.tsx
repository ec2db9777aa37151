/** The colour of a status or tag; the policy of the pages allows no style in markup. */
export function Dot({ color }: { color: string }) {
  return (
    <svg class="dot" viewBox="0 0 8 8" width="10" height="10" aria-hidden="true">
      <circle cx="4" cy="4" r="4" fill={color} stroke="none" />
    </svg>
  )
}
