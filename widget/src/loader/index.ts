import type { WidgetOptions } from './options.ts'
import { createWidget, type Widget } from './widget.ts'

declare global {
  interface Window {
    FeedbackBoard?: { create(options: WidgetOptions): Widget }
  }
}

// Known only while the script itself runs. The address that it came from is the service's.
const script = document.currentScript
const home = script instanceof HTMLScriptElement && script.src ? new URL(script.src).origin : undefined

// A page that loads the script twice has one of it, and the widgets that it has made stay.
window.FeedbackBoard ??= { create: (options) => createWidget(options, home) }
