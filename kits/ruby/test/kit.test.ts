import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../../service/test/harness/paths.ts'
import { testServerKit } from '../../conformance/test/server-kit.ts'

const KIT = join(ROOT, 'kits/ruby')
const hasRuby = spawnSync('ruby', ['-ropenssl', '-e', 'exit RUBY_VERSION >= "3.1"'], { stdio: 'ignore' }).status === 0

testServerKit({
  language: 'ruby',
  missing: hasRuby ? undefined : 'Ruby 3.1',
  command: () => ['ruby', '-I', join(KIT, 'lib'), join(KIT, 'test/runner.rb')],
})
