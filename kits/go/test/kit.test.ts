import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { ROOT } from '../../../service/test/harness/paths.ts'
import { testServerKit } from '../../conformance/test/server-kit.ts'

const KIT = join(ROOT, 'kits/go')
const MODULE = 'feedbackboard.example/server'
const hasGo = spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0

const folder = mkdtempSync(join(tmpdir(), 'go-'))
afterAll(() => rmSync(folder, { recursive: true }))

testServerKit({
  language: 'go',
  missing: hasGo ? undefined : 'Go 1.19',
  cwd: folder,
  command: (samples) => {
    // A module of somebody who has a checkout beside it, as the README says.
    writeFileSync(
      join(folder, 'go.mod'),
      `module client\n\ngo 1.19\n\nrequire ${MODULE} v0.0.0\n\nreplace ${MODULE} => ${KIT}\n`,
    )
    copyFileSync(join(KIT, 'test/runner.go'), join(folder, 'runner.go'))
    writeFileSync(join(folder, 'samples.go'), programOf(samples))
    return ['go', 'run', '.']
  },
  environment: { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' },
  isTyped: true,
})

/** The samples as one function; what they import comes first. */
function programOf(samples: string): string {
  const IMPORT = /^import (?:\([\s\S]+?^\)|".+")\n/gm
  const imports = samples.match(IMPORT)?.join('') ?? ''
  const statements = samples.replace(IMPORT, '')
  return `package main\n\nimport "net/http"\n${imports}\nfunc samples(header http.Header, rawBody []byte) {\n${statements}}\n`
}
