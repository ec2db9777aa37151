/** Ten thousand characters each: what makes a renderer write or work far more than it was given. */
const LENGTH = 10_000

const filled = (text: string, length = LENGTH) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
const nested = (open: string, middle: string, close: string) => {
  const times = Math.floor((LENGTH - middle.length) / (open.length + close.length))
  return open.repeat(times) + middle + close.repeat(times)
}
const wideTable = (columns: number, row: string) => {
  const head = `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`
  return head + filled(row, LENGTH / 5 - head.length - 1)
}
/** A long address that is used again and again. */
const referenced = (address: string, use: string) => `[a]: http://a.a/${address}\n\n${filled(use, 5_000)}`

export const GROWING: Readonly<Record<string, string>> = {
  'five wide tables with short rows': Array.from({ length: 5 }, () => wideTable(148, '|\n')).join('\n'),
  'one table of fifty columns': wideTable(50, '|a\n') + filled('|a\n', 8_000),
  'a table in every quote': filled('>|a|b|\n>|:-:|:-:|\n>|\n\n'),
  'aligned cells': filled(`${'|a'.repeat(30)}|\n${'|:-:'.repeat(30)}|\n${`${'|'.repeat(31)}\n`.repeat(20)}\n`),
  'tables without rows': filled('|a\n|-\n'),
  'a reference used again and again': referenced(filled('x', 4_900), '[a]'),
  'a reference that is escaped': referenced(filled('&', 3_000), '[a]'),
  'a reference of other letters': referenced(filled('ü', 3_000), '[a]'),
  'a reference with a title': `[a]: http://a.a "${filled('"', 2_000).replaceAll('"', '\\"')}"\n\n${filled('[a]', 5_000)}`,
  'images by reference': referenced(filled('x', 4_900), '![a]'),
  'images in images': nested('![', 'a', '](http://a)'),
  'images in images by reference': `[a]: http://a\n\n${nested('![', 'a', '][a]').slice(0, 9_900)}`,
  'links that do not end': filled('['),
  'images that do not end': filled('!['),
  'brackets in brackets': `[a]: http://a\n\n${nested('[', 'a', ']').slice(0, 9_900)}`,
  'addresses without a space': filled('_https://a.b/'),
  'addresses that are none': filled('&amphttps://a.b/'),
  'addresses in angle brackets': filled('<http://a.a>'),
  'very many links': filled('[](http://a)'),
  'very many addresses': filled('http://a.a '),
  'quotes in quotes': filled('>'),
  'quotes of four levels': filled('>>>>\n:'),
  'quotes of one letter': filled('>a\n\n'),
  'lists in quotes in lists': filled('>- >- >- a\n\n'),
  'lists that change their mark': filled('-\n+\n'),
  'lists in lists': filled('- + * '),
  'quotes beside lists': filled('>-\n-\n'),
  'one-letter paragraphs': filled('=\n\n'),
  'one-letter headings': filled('#\n'),
  'one-letter lines': filled('a\n'),
  'emphasis in emphasis': filled('*a **b '),
  'one-letter emphasis': filled('*a*'),
  'stars and letters': filled('*a'),
  'code that does not end': Array.from({ length: 140 }, (_, n) => '`'.repeat(n)).join(' '),
  'links without an end': filled('[a]('),
  'titles without an end': filled('![a](b "'),
  'marks inside of words': filled('_a__b'),
  'angle brackets': filled('<'),
  'addresses without a host': filled('http://'),
  'references without an address': filled('[a]:\n'),
  entities: filled('&quot;'),
  'quotation marks': filled('"'),
  ampersands: filled('&'),
  backslashes: filled('\\'),
  'a name of a language': `\`\`\`${filled('"', 9_990)}\n`,
}
