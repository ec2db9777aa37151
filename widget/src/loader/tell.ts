import type { Settings } from './options.ts'

/** For developers of the page. Visitors do not see it. */
export function tell(text: string, ...cause: unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: the developer's console is where a page says what is wrong with it
  console.error(`Feedback widget: ${text}`, ...cause)
}

type Trouble = typeof import('../trouble/index.ts')

/** The longer explanations are fetched when there is something to explain. */
export async function tellMore(settings: Settings, name: keyof Trouble, ...cause: unknown[]): Promise<void> {
  const text = await import(/* @vite-ignore */ settings.apiOrigin + TROUBLE_PATH).then(
    (trouble: Trouble) => trouble[name](settings, ...cause),
    () => `${settings.apiOrigin} cannot be reached.`,
  )
  tell(text, ...cause)
}
