import { join } from 'node:path'
import { ROOT } from '../../../service/test/harness/paths.ts'
import { testServerKit } from '../../conformance/test/server-kit.ts'
import { pythonWith } from '../../server/test/signers.ts'

const KIT = join(ROOT, 'kits/python')
const python = pythonWith('import cryptography')

testServerKit({
  language: 'python',
  missing: python ? undefined : 'Python 3 with cryptography',
  command: () => [python ?? '', '-W', 'error', join(KIT, 'test/runner.py')],
  environment: { PYTHONPATH: join(KIT, 'src'), PYTHONDONTWRITEBYTECODE: '1' },
})
