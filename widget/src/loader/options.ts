import type { WidgetOptions } from '../../../kits/widget/src/types.ts'

export type { WidgetOptions } from '../../../kits/widget/src/types.ts'

export interface Settings extends WidgetOptions {
  readonly apiOrigin: string
  /** The `fetch` of the page when the script was loaded, so that later changes by the page do not matter. */
  readonly fetch: typeof fetch
}
