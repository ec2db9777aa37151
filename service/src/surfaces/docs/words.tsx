/** Names between backticks are set as code. */
export function Words({ text }: { text: string }) {
  return <>{text.split('`').map((part, place) => (place % 2 === 1 ? <code key={part}>{part}</code> : part))}</>
}
