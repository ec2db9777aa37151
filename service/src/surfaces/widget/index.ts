export { WIDGET_PATH, widgetSurface } from './widget.ts'
