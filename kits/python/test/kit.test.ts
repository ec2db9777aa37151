import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../../service/test/harness/paths.ts'
import { testServerKit } from '../../conformance/test/server-kit.ts'
import { pythonWith } from '../../server/test/signers.ts'

const KIT = join(ROOT, 'kits/python')
const python = pythonWith('import cryptography')

const SAYS = `
from feedback_board import Client, FeedbackError
import pickle
board = Client("http://localhost:9", "svc_sk_live_x", tries=1)
for path in ("/v1/posts", "/v1"):
    try:
        board.get(path)
    except FeedbackError as error:
        print(error)
wrong = [{"pointer": "/title", "detail": "is missing"}, {"pointer": "/body", "detail": "is missing"}]
for errors in (wrong, wrong[:1], [], None, ["odd"], [{"pointer": 1}]):
    error = FeedbackError("invalid_request", "It is not valid.", detail="Correct it.", errors=errors)
    print(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
`

// Guarantees that a log that holds only the text of an error names the mistake.
test.skipIf(!python)(
  'the text of an error names the first wrong place, and a path with /v1 is refused with the right one',
  () => {
    const { stdout, stderr } = spawnSync(python ?? '', ['-W', 'error', '-c', SAYS], {
      env: { ...process.env, PYTHONPATH: join(KIT, 'src'), PYTHONDONTWRITEBYTECODE: '1' },
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(stdout.trim().split('\n')).toEqual([
      'argument_invalid: A path is without /v1, which the client adds: "/posts".',
      'argument_invalid: A path is without /v1, which the client adds: "/posts".',
      'invalid_request: It is not valid. Correct it. /title: is missing (and 1 more)',
      'invalid_request: It is not valid. Correct it. /title: is missing',
      ...Array(4).fill('invalid_request: It is not valid. Correct it.'),
    ])
  },
)

testServerKit({
  language: 'python',
  missing: python ? undefined : 'Python 3 with cryptography',
  command: () => [python ?? '', '-W', 'error', join(KIT, 'test/runner.py')],
  environment: { PYTHONPATH: join(KIT, 'src'), PYTHONDONTWRITEBYTECODE: '1' },
})
