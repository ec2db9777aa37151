/** A text of the catalogue with code in backticks. */
export function InlineCode({ text }: { text: string }) {
  return <>{text.split('`').map((part, place) => (place % 2 === 1 ? <code>{part}</code> : part))}</>
}
