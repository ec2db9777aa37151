import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lookAlikes } from '../../../tools/look-alikes.ts'
import { skeletonOf } from '../../src/domain/team-names/skeleton.ts'
import { ROOT } from '../harness/paths.ts'

test('the table of look-alikes is Unicode’s', async () => {
  await expect(lookAlikes()).toMatchFileSnapshot(join(ROOT, 'service/src/domain/team-names/look-alikes.ts'))
})

// Guarantees that a taken name cannot be imitated with letters of another script: each text looks like the Latin one.
test.each([
  ['Acme', 'Αсме', 'ACМE', 'ᎪᏟᎷᎬ', 'ꓮꓚꓟꓰ', 'а\u0301c\u0323m\u0300e', 'Ａｃｍｅ', '𝒜𝖈𝓶𝚎', 'ᴀᴄᴍᴇ', 'Acrne', 'аϲɱе'],
  ['support', 'ѕuррогt', 'ѕυррοгт', '5upp0rt', '$upport', 'ꜱᴜᴘᴘᴏʀᴛ', 'ЅUРРОRТ'],
  ['lill', 'IiII', 'ı1|!', 'ⅼіӀǀ', 'Ι𝟏ᛁI'],
])('whatever is read as %s is compared as it', (name, ...others) => {
  for (const other of others) expect([other, skeletonOf(other)]).toEqual([other, skeletonOf(name)])
})
