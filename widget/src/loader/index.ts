import { createWidget } from './widget.ts'

// Known only while the script itself runs. The origin of the script is that of the service.
const script = document.currentScript
const home = script instanceof HTMLScriptElement && script.src ? new URL(script.src).origin : undefined

// If a page loads the script twice, the first one stays, with the widgets that it made.
window.FeedbackBoard ??= { create: (options) => createWidget(options, home) }
