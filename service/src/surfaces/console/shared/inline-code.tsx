/** Words of the catalogue, in which names of claims stand between backticks. */
export function InlineCode({ text }: { text: string }) {
  return <>{text.split('`').map((part, place) => (place % 2 === 1 ? <code>{part}</code> : part))}</>
}
