import { expect, test } from 'vitest'
import { advanceImport } from '../../src/domain/imports/index.ts'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import { type Desk, startDesk } from './desk.ts'
import { useBrowser } from './tabs.ts'

const openTab = useBrowser()

const IDEAS = `ID,Title,Description,Status,Votes,Author Email,Created,Budget
1,Dark mode,It is bright.,Cooking,12,ada@example.com,2024-03-01,low
2,Export as PDF,For our reports.,Shipped,3,grace@example.com,2024-04-02,high
3,No such day,,Planned,1,,yesterday,
`

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

async function runAll(desk: Desk): Promise<void> {
  while (await advanceImport(desk.call())) {}
}

// Guarantees the way of a team that moves here: every step has a page, says what is wrong where it is wrong, and everything can be undone.
test('a table with a fault, an unknown column and an unknown status is uploaded, matched, checked, imported and undone', async () => {
  const desk = await startDesk()
  const { page, faults } = await openTab(desk, AXED)
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(`/console/${desk.project.slug}/posts`)
  await page.getByRole('link', { name: 'Import your posts' }).click()
  await page.getByText('No imports yet').waitFor()
  await page.getByLabel('Choose a file').setInputFiles(file('Our ideas.csv', IDEAS))
  await page.getByRole('button', { name: 'Upload' }).click()

  await page.getByRole('heading', { name: 'Our ideas.csv' }).waitFor()
  await page.getByText('2 posts, 1 faulty line').waitFor()
  expect(await page.getByLabel('Source').inputValue()).toBe('our-ideas')
  expect(await page.getByLabel('Column for: Title').locator('option:checked').textContent()).toBe('Title')
  await page.getByText('Not imported: Budget').waitFor()
  await page.getByLabel('Column for: Text').selectOption('Budget')
  await page.getByRole('button', { name: 'Update preview' }).click()
  await page.getByText('Not imported: Description').waitFor()
  await page.getByLabel('Column for: Text').selectOption('Description')
  await page.getByLabel('Meaning of Cooking').selectOption('in_progress')
  await page.setViewportSize({ width: 390, height: 800 }) // on a phone each column is a card
  const examples = page.locator('.import-columns [data-label="Examples"]')
  expect(await examples.filter({ visible: true, hasNotText: /./ }).count()).toBe(0)
  expect(await examples.filter({ visible: true, hasText: /./ }).count()).toBeGreaterThan(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await complaintsAbout(page)).toEqual([])
  await page.getByRole('button', { name: 'Check the file' }).click()

  await page.getByRole('heading', { name: 'Import from our-ideas' }).waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: '“yesterday” in "Created" is no date such as 2024-05-01' })
    .getByText('4', { exact: true })
    .waitFor()
  await page.getByText('These columns are not carried over: Budget').waitFor()
  await page.reload() // its address is enough to come back
  await page.getByRole('button', { name: 'Start the import' }).click()
  await page.getByText('Tick this to import the rest').waitFor()
  expect((await desk.server('GET', '/v1/posts')).body.data).toEqual([])
  await page.getByLabel('Leave out what is faulty').check()
  await page.getByRole('button', { name: 'Start the import' }).click()

  await page.getByRole('progressbar', { name: 'Importing' }).waitFor()
  await runAll(desk)
  await page.getByText('This is what was added').waitFor() // without a reload
  const { body } = await desk.server('GET', '/v1/posts')
  expect(body.data.map(({ title }: { title: string }) => title).sort()).toEqual(['Dark mode', 'Export as PDF'])
  const statuses = (await desk.server('GET', '/v1/statuses')).body.data
  expect(statuses.find(({ name }: { name: string }) => name === 'Cooking').category).toBe('in_progress')
  expect(await page.locator('dl a[href*="/posts?import="]').textContent()).toBe('2')
  expect(await complaintsAbout(page)).toEqual([])

  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('progressbar', { name: 'Undoing the import' }).waitFor()
  await runAll(desk)
  await page.getByText('Everything that this import added is gone').waitFor()
  expect((await desk.server('GET', '/v1/posts')).body.data).toEqual([])
  await page.getByRole('link', { name: 'All imports' }).click()
  const row = page.getByRole('row').filter({ hasText: 'our-ideas' })
  await row.getByText('Undone').waitFor()
  await row.getByText('owner@acme.example').waitFor()
  expect(faults).toEqual([expect.stringContaining('400')]) // the start that was refused
})
