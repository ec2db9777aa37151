export { DOCS_PATH, DOCS_POLICY, docsSurface } from './docs.tsx'
