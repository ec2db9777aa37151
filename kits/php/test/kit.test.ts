import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../../service/test/harness/paths.ts'
import { testServerKit } from '../../conformance/test/server-kit.ts'

const check = 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("openssl") ? 0 : 1);'
const hasPhp = spawnSync('php', ['-r', check], { stdio: 'ignore' }).status === 0

testServerKit({
  language: 'php',
  missing: hasPhp ? undefined : 'PHP 8.1 with the openssl extension',
  command: () => ['php', '-d', 'display_errors=stderr', join(ROOT, 'kits/php/test/runner.php')],
  isTyped: true,
})
