export type { FiledReport, Item, ItemFilter, ItemPlace, Report, Subject } from './store.ts'
