import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { styles } from '../tools/styles.ts'

const HERE = import.meta.dirname
const UI = join(HERE, '../ui')
const TARGET = 'es2022'

export interface BuiltWidget {
  /** The script that pages embed. */
  readonly loader: string
  /** The files that the loader loads later, by name. The names change with the content. */
  readonly files: Readonly<Record<string, string>>
}

/** The widget as it is served: a small script, and behind it the panel and one file for each language. */
export async function bundleWidget(): Promise<BuiltWidget> {
  const later = await bundle({ panel: 'src/panel/index.tsx', trouble: 'src/trouble/index.ts' }, 'es', {})
  const pathOf = (name: string) => JSON.stringify(`/widget/${later.find((part) => part.name === name)?.fileName}`)
  const [loader] = await bundle({ loader: 'src/loader/index.ts' }, 'iife', {
    PANEL_PATH: pathOf('panel'),
    TROUBLE_PATH: pathOf('trouble'),
  })
  if (!loader) throw new Error('The loader is one file.')
  return { loader: loader.code, files: Object.fromEntries(later.map(({ fileName, code }) => [fileName, code])) }
}

/** For the service's own build: the finished widget as a module, `virtual:widget`. */
export function widget(): Plugin {
  const name = 'virtual:widget'
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: async (id) => {
      if (id !== `\0${name}`) return
      const { loader, files } = await bundleWidget()
      return `export const loader = ${JSON.stringify(loader)}\nexport const files = ${JSON.stringify(files)}`
    },
  }
}

async function bundle(entry: Record<string, string>, format: 'es' | 'iife', define: Record<string, string>) {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: HERE,
    define,
    plugins: [words(), styles(withTokens), elements()],
    oxc: { jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment', development: false } },
    build: {
      write: false,
      target: TARGET,
      lib: { entry, formats: [format], name: 'unused' },
      rollupOptions: {
        preserveEntrySignatures: 'allow-extension', // what the panel's later views share with it is in the panel itself
        output: { minify: true, entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  const [{ output }] = built as [Rolldown.RolldownOutput] // one format, not watched
  // Notes for a bundler are removed: browsers do not need them.
  return output
    .filter((part) => part.type === 'chunk')
    .map(({ name, fileName, code }) => ({
      name,
      fileName,
      code: code.replace(/(?<=\w)\/\* @__PURE__ \*\//g, '').replaceAll('/* @__PURE__ */ ', ''),
    }))
}

type Dictionary = Record<string, unknown>

/** The texts of `ui/words` that the widget uses: every key that its sources name. */
function words(): Plugin {
  const languages = globSync('words/*.json', { cwd: UI }).map((path) => path.slice('words/'.length, -'.json'.length))
  const read = (language: string): Dictionary => JSON.parse(readFileSync(join(UI, `words/${language}.json`), 'utf8'))
  const sources = globSync(
    ['src/panel/*.{ts,tsx}', '../ui/editor/*.tsx', '../ui/words/names.ts', '../ui/words/told.ts'],
    { cwd: HERE },
  ).map((path) => readFileSync(join(HERE, path), 'utf8'))
  const literals = [...sources.join('\n').matchAll(/['"`]([a-z_]+)(['"`]|\$\{)/g)]
  const isSaid = (key: string) =>
    literals.some(([, text = '', end]) => (end === '${' ? key.startsWith(text) : key === text))
  const chosen = (language: string, wanted: (key: string) => boolean) =>
    JSON.stringify(Object.fromEntries(Object.entries(read(language)).filter(([key]) => wanted(key))))
  const modules: Record<string, () => string> = {
    'words:launcher': () =>
      `export default {${languages.map((language) => `${language}:${chosen(language, (key) => key === 'nav_posts' || key === 'news_unread')}`)}}`,
    'words:panel': () =>
      `export default {${languages.map((language) => `${language}:()=>import('words-${language}')`)}}`,
  }
  for (const language of languages) modules[`words-${language}`] = () => `export default ${chosen(language, isSaid)}`
  return {
    name: 'words',
    enforce: 'pre',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load: (id) => modules[id.slice(1)]?.(),
  }
}

/** Elements are made by `h`, which is shorter than what TypeScript and the board's pages use. */
function elements(): Plugin {
  return {
    name: 'elements',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('.tsx') ? `import { Fragment, h } from 'preact'\n${code}` : undefined),
  }
}

/** The tokens of `ui` apply to the panel instead of the page, and follow its theme. */
function withTokens(css: string, path: string): string {
  return path.endsWith('/panel.css') ? tokens() + css : css
}

function tokens(): string {
  const css = readFileSync(join(UI, 'tokens.css'), 'utf8')
  const pairs = css.match(/^ *--(?:paper|raised|sunken|lifted|line|ink|ink-soft|danger):.*$/gm)?.join('') ?? ''
  const [light, dark] = ['$1', '$2'].map((one) => pairs.replace(/light-dark\((#\w+), (#\w+)\)/g, one))
  return `.frame{${light}}.frame[data-theme="dark"]{${dark}}`
}
