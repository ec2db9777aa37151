import { loadScript } from './script.js'
import type { Widget, WidgetOptions } from './types.js'

export type { View, Widget, WidgetEvents, WidgetOptions } from './types.js'

export interface LoadOptions extends WidgetOptions {
  /** The address of the service, such as https://api.example.com. Its script is loaded from there, and from nowhere else. */
  readonly apiOrigin: string
}

/** Loads the widget's script from the service, once, and makes a widget. Rejects if the script cannot be loaded. */
export async function loadWidget(options: LoadOptions): Promise<Widget> {
  const create = await loadScript(options.apiOrigin)
  return create(options)
}
