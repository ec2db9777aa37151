import { withoutNonXml } from '../../../domain/texts/index.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text in XML; characters that no XML can hold are left out. */
export function xml(text: string): string {
  return withoutNonXml(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '')
}
