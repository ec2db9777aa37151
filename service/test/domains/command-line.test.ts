import { expect, test } from 'vitest'
import { commandLine } from '../harness/command-line.ts'
import { startDns } from '../harness/dns.ts'
import { startProject } from '../harness/project.ts'
import { freshDomain } from './clocked.ts'

const PLACES = { API_ORIGIN: 'https://api.example', BOARD_ORIGIN: 'https://{slug}.boards.example' }

const svc = (environment: Record<string, string>, ...words: string[]) =>
  commandLine(words, { ...PLACES, ...environment })

test('a domain is proven from the command line, which says beforehand and afterwards what changes', async () => {
  const dns = await startDns()
  const environment = { DNS_SERVERS: dns.address }
  const { project, signToken } = await startProject()
  const { slug } = project
  const domain = freshDomain()
  const claimed = await svc(environment, 'project', 'update', slug, '--domain', domain)
  expect(claimed.text).toContain(`_feedback-board.${domain}`)
  expect(claimed.text).toContain(`Once verified    aud of board tokens is https://${domain}`)
  expect(claimed.text).toContain(`CNAME record to ${slug}.boards.example`)
  expect(claimed.text).toContain(`make sure that https://${domain} opens this service`)
  expect(claimed.told).not.toContain('address changed')
  const without = await svc(environment, 'project', 'verify-domain', slug, '--json')
  expect([without.code, without.json().code]).toEqual([1, 'domain_unproven'])
  expect(without.told).toContain('DNS changes can take an hour')

  const { name, value } = (await svc(environment, 'project', 'show', slug, '--json')).json().domain_challenge
  dns.records.set(name, [value])
  const proven = await svc(environment, 'project', 'verify-domain', slug, '--json')
  expect([proven.code, proven.json()]).toEqual([
    0,
    expect.objectContaining({ domain_state: 'verified', board_origin: `https://${domain}` }),
  ])
  expect(proven.told).toContain(`changed from https://${slug}.boards.example to https://${domain}`)
  expect(proven.told).toMatch(/Until .+ UTC both work/)

  const token = signToken({ aud: `https://${slug}.boards.example`, nonce: 's' })
  const words = ['token', 'check', '--project', slug, '--audience', 'board', '--state', 's', '--', token]
  const checked = await svc(environment, ...words)
  expect([checked.code, checked.text]).toEqual([0, expect.stringContaining(`set aud to "https://${domain}"`)])
})

test('--trust takes a domain as proven, without DNS', async () => {
  const { project } = await startProject()
  const domain = freshDomain()
  const none = await svc({}, 'project', 'verify-domain', project.slug, '--trust', '--json')
  expect([none.code, none.json().code]).toEqual([1, 'domain_not_set'])
  await svc({}, 'project', 'update', project.slug, '--domain', domain)
  const trusted = await svc({}, 'project', 'verify-domain', project.slug, '--trust', '--json')
  expect(trusted.json()).toMatchObject({ domain_state: 'verified', board_origin: `https://${domain}` })
})

test('another slug is another address: it is said before, done with --yes, and said until when both work', async () => {
  const { project } = await startProject()
  const { slug } = project
  const asked = await svc({}, 'project', 'update', slug, '--slug', `${slug}-new`)
  expect([asked.code, asked.text]).toEqual([
    1,
    expect.stringContaining('Nothing was changed: this would move the board'),
  ])
  expect(asked.text).toContain(`aud of board tokens becomes https://${slug}-new.boards.example`)
  expect((await svc({}, 'project', 'show', slug)).code).toBe(0)
  const unfit = await svc({}, 'project', 'update', slug, '--slug', 'Not A Slug', '--json')
  expect(unfit.json().code).toBe('invalid_request') // what does not fit is said first
  const { told } = await svc({}, 'project', 'update', slug, '--slug', `${slug}-new`, '--yes', '--json')
  expect(told).toContain(`changed from https://${slug}.boards.example to https://${slug}-new.boards.example`)
  expect(told).toContain(`set aud of board tokens to https://${slug}-new.boards.example`)
  const stays = await svc({}, 'project', 'update', `${slug}-new`, '--name', 'Globex')
  expect(stays.told).not.toContain('address changed')

  const domain = freshDomain()
  await svc({}, 'project', 'update', `${slug}-new`, '--domain', domain)
  await svc({}, 'project', 'verify-domain', `${slug}-new`, '--trust')
  const removed = await svc({}, 'project', 'update', `${slug}-new`, '--domain', '', '--json')
  const moves = { from: `https://${domain}`, to: `https://${slug}-new.boards.example` }
  expect([removed.code, removed.json()]).toEqual([1, { moves }])
  expect((await svc({}, 'project', 'update', `${slug}-new`, '--domain', '', '--yes', '--json')).json().domain).toBe(
    null,
  )
})
