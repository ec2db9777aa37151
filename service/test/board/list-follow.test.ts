import { expect, test } from 'vitest'
import { startBoard } from './stage.ts'
import { visitorOf } from './visitor.ts'

test('somebody who is signed in follows and unfollows ideas in the list, without script; others see no such button there', async () => {
  const stage = await startBoard()
  const visitor = visitorOf(stage)
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Recurring tasks' })
  const cookie = await visitor.signIn()
  const action = `/posts/${post.number}/follow`
  const list = async (headers: Record<string, string> = {}) => (await stage.board('GET', '/', { headers })).text
  const button = async () => {
    const [, form = ''] =
      new RegExp(`<form[^>]+action="${action}"[^>]*>(.*?)</form>`, 's').exec(await list({ cookie })) ?? []
    return { next: /name="on" value="(\d)"/.exec(form)?.[1], text: />(\w+)<\/button>/.exec(form)?.[1] }
  }
  expect(await list()).toContain('Recurring tasks')
  expect(await list()).not.toContain(action)
  expect(await button()).toEqual({ next: '1', text: 'Follow' })
  const followed = await visitor.form(action, { on: '1', return_to: '/' }, { cookie })
  expect(followed).toMatchObject({ status: 303, headers: { location: '/' } })
  expect(await button()).toEqual({ next: '0', text: 'Following' })
  await visitor.form(action, { on: '0', return_to: '/' }, { cookie })
  expect(await button()).toEqual({ next: '1', text: 'Follow' })
})
