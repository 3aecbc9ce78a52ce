import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runs } from '@scanleaf/qr/property-runs'
import type { LinkRules, UserCodeChange } from '@scanleaf/shared'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { hashLinkPassword, isLinkPassword } from '../../../platform/link-password'
import { testApp } from '../../../testing/app'
import { eraseCodes } from '../erasure-repository'
import { scanleafCode } from '../export/codes-json'
import { findUserCode } from '../repository'
import { userCodeChanges, userCodes as userCodeTable } from '../table'
import { aDynamicCode, aStaticCode, codesOf, website } from '../testing'

const list = join(mkdtempSync(join(tmpdir(), 'scanleaf-deny-')), 'denied.txt')
writeFileSync(list, 'evil.example\n')
const given = testApp({ TARGET_DENY_LIST: list })
let codes: ReturnType<typeof codesOf>

beforeEach(async () => {
  codes = codesOf(given, await given.signedIn())
})

const ZONE = 'Asia/Ho_Chi_Minh'
const to = (url: string, more: object = {}) => ({
  when: { languages: ['vi'] },
  outcome: { to: { url } },
  ...more,
})
const saved = async () => (await codes.save(aDynamicCode())).id
const rulesOf = async (id: string): Promise<LinkRules> => (await codes.good('GET', `/${id}/rules`)).result
const put = (id: string, revision: number, rules: object[], zone = ZONE) =>
  codes.call('PATCH', `/${id}`, { rules: { revision, zone, rules } })
async function change(id: string, rules: object[]): Promise<LinkRules> {
  const { revision } = await rulesOf(id)
  const reply = await put(id, revision, rules)
  expect(reply.statusCode, reply.body).toBe(200)
  return rulesOf(id)
}

test('rules are saved whole, with ids and numbers, and the list says how many there are', async () => {
  const id = await saved()
  expect(await rulesOf(id)).toEqual({
    ...{ revision: 0, zone: ZONE, pass: [], rules: [], retired: [], tickets: {} },
  })
  expect((await codes.read(id)).rules).toBeNull()
  const when = { days: [0, 1, 2], hours: [['10:30', '14:00']] }
  const rules = [
    { name: 'Bữa trưa', when, outcome: { to: { url: 'https://SHOP.example/lunch' } } },
    { when: { devices: ['ios'] }, on: false, outcome: { end: { text: 'Hẹn gặp lại' } } },
    { when: {}, outcome: splitOf(['https://a.example/', 50], ['https://b.example/', 50]) },
  ]
  expect(await change(id, rules)).toEqual({
    revision: 1,
    zone: ZONE,
    pass: [],
    retired: [],
    tickets: {},
    rules: [
      {
        id: 1,
        name: 'Bữa trưa',
        on: true,
        when,
        outcome: { to: { n: 1, url: 'https://shop.example/lunch' } },
      },
      {
        id: 2,
        name: '',
        on: false,
        when: { devices: ['ios'] },
        outcome: { end: { n: 2, text: 'Hẹn gặp lại' } },
      },
      {
        ...{ id: 3, name: '', on: true, when: {} },
        outcome: {
          split: [
            { n: 3, url: 'https://a.example/', weight: 50 },
            { n: 4, url: 'https://b.example/', weight: 50 },
          ],
        },
      },
    ],
  })
  expect((await codes.read(id)).rules).toEqual({ count: 3, revision: 1 })
  // What was read can be sent back, and changes nothing.
  const { retired: _, tickets: __, ...read } = await rulesOf(id)
  await codes.good('PATCH', `/${id}`, { rules: read })
  expect((await rulesOf(id)).revision).toBe(1)
})

const splitOf = (...links: [string, number][]) => ({ split: links.map(([url, weight]) => ({ url, weight })) })

test('of two who edit at once the second one gets the rules of the first, and nothing is lost', async () => {
  const id = await saved()
  const replies = await Promise.all(
    ['https://one.example/', 'https://two.example/'].map((url) => put(id, 0, [to(url)])),
  )
  const [won, lost] = replies.sort((a, b) => a.statusCode - b.statusCode)
  expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409])
  const error = lost?.json().error
  const stored = await rulesOf(id)
  expect(error.details.rules.revision).toBe(1)
  expect(JSON.parse(error.details.rules.stored)).toEqual({ zone: ZONE, pass: [], rules: stored.rules })
  expect((await put(id, 1, [...stored.rules, to('https://two.example/')])).statusCode).toBe(200)
  expect((await rulesOf(id)).rules.map(({ id: rule }) => rule)).toEqual([1, 2])
})

test('each address of a rule is checked like a target, and the error names its place', async () => {
  const other = await codes.save(aDynamicCode())
  const id = await saved()
  const wrong: [string, string][] = [
    ['https://evil.example/x', 'denied-target'],
    ['https://printer/', 'address-one-label'],
    ['http://192.168.1.1/', 'address-inside-only'],
    ['javascript:alert(1)', 'invalid-url'],
    ['market://details?id=com.zing.zalo', 'bad-scheme'],
    [other.codeRedirect ?? '', 'url-loop'],
    ['', 'required'],
  ]
  for (const [url, code] of wrong) {
    const reply = await put(id, 0, [to('https://fine.example/'), to(url)])
    expect([url, reply.statusCode, reply.json().error?.fields]).toEqual([
      url,
      422,
      { 'rules.rules.1.outcome.to.url': code },
    ])
  }
  const split = await put(id, 0, [
    { when: {}, outcome: splitOf(['https://a.example/', 50], ['https://evil.example/', 50]) },
  ])
  expect(split.json().error.fields).toEqual({ 'rules.rules.0.outcome.split.1.url': 'denied-target' })
  expect((await codes.read(id)).rules).toBeNull()
})

test('what cannot be is refused with its place and reason', async () => {
  const id = await saved()
  const refused = async (...args: [object[], string?]) => (await put(id, 0, ...args)).json().error.fields
  expect(await refused([to('https://a.example/', { when: { from: '1999-01-01T00:00' } })])).toEqual({
    'rules.rules.0.when.from': 'invalid-value',
  })
  expect(await refused([to('https://a.example/', { when: { hours: [['10:00', '10:00']] } })])).toEqual({
    'rules.rules.0.when.hours': 'empty-range',
  })
  const ended = { from: '2026-02-28T10:00', until: '2026-02-28T10:00' }
  expect(await refused([to('https://a.example/', { when: ended })])).toEqual({
    'rules.rules.0.when.until': 'empty-range',
  })
  expect(await refused([to('https://a.example/', { when: { hours: [['10:00', '25:00']] } })])).toEqual({
    'rules.rules.0.when.hours': 'invalid-value',
  })
  expect(
    await refused([{ when: {}, outcome: splitOf(['https://a.example/', 50], ['https://b.example/', 49]) }]),
  ).toEqual({
    'rules.rules.0.outcome.split': 'weights-sum',
  })
  expect(await refused(Array.from({ length: 21 }, () => to('https://a.example/')))).toEqual({
    'rules.rules': 'too-many',
  })
  expect(await refused([], 'Asia/Nowhere')).toEqual({ 'rules.zone': 'invalid-value' })
  const long = Array.from({ length: 5 }, (_, n) => to(`https://a.example/${n}${'x'.repeat(4000)}`))
  expect(await refused(long)).toEqual({ rules: 'too-long' })
  const { id: fixed } = await codes.save(aStaticCode('Text', { plainText: 'x' }))
  expect((await put(fixed, 0, [to('https://a.example/')])).json().error.fields).toEqual({
    rules: 'static-code',
  })
  const old = await codes.call('PATCH', `/${id}`, { codeContent: website('https://else.example/') })
  expect(old.statusCode).toBe(200)
})

test('each change is a line of the log that one click takes back, with the numbers that it had', async () => {
  const id = await saved()
  const before = await change(id, [to('https://a.example/', { name: 'A' })])
  await change(id, [to('https://b.example/')])
  const { result: log }: { result: UserCodeChange[] } = await codes.good('GET', `/${id}/changes`)
  const [newest] = log
  expect(log.map(({ field }) => field)).toEqual(['rules', 'rules'])
  expect(JSON.parse(newest?.from ?? '')).toEqual({ zone: ZONE, rules: before.rules })
  await codes.good('POST', `/${id}/changes/${newest?.id}/revert`)
  const after = await rulesOf(id)
  expect(after.rules[0]?.outcome).toEqual({ to: { n: 1, url: 'https://a.example/' } })
  expect([after.revision, after.retired]).toEqual([3, [{ n: 2, name: '', url: 'https://b.example/' }]])
  await codes.good('POST', `/${id}/changes/${log[1]?.id}/revert`)
  expect((await rulesOf(id)).rules).toEqual([])
})

test('a program that writes the rules of a code in a loop is stopped', async () => {
  const id = await saved()
  for (let n = 0; n < 60; n++)
    expect((await put(id, n, [to(`https://a.example/${n % 2}`)])).statusCode).toBe(200)
  const reply = await put(id, 60, [])
  expect([reply.statusCode, Number(reply.headers['retry-after']) > 3000]).toEqual([429, true])
})

const asks = (url: string, more: object = {}) => ({ when: {}, outcome: { ask: { url, ...more } } })
const hashesOf = async (id: string): Promise<string[]> => {
  const [row] = await given.database().db.select().from(userCodeTable).where(eq(userCodeTable.id, id))
  return JSON.stringify(row?.rules).match(/scrypt[^"]+/g) ?? []
}

/** A code as `codes.json` has it. */
async function scanleafFile(id: string): Promise<string> {
  const { userId } = await codes.read(id)
  const row = await findUserCode(given.database().db, userId, id)
  if (!row) throw new Error('no such code')
  const changes = await given.database().db.select().from(userCodeChanges)
  return JSON.stringify(scanleafCode(row, 'https://c.example', { changes, paths: [] }))
}

test('a password is kept as its hash alone, and neither read nor logged', async () => {
  const id = await saved()
  const rules = await change(id, [asks('https://a.example/', { password: 'Sổ tay' })])
  expect(rules.rules[0]?.outcome).toEqual({ ask: { n: 1, url: 'https://a.example/' } })
  const [hash = ''] = await hashesOf(id)
  expect(await isLinkPassword(hash, 'Sổ tay')).toBe(true)
  expect(await isLinkPassword(hash, 'So tay')).toBe(false)
  const conflict = await put(id, 0, [asks('https://b.example/', { password: 'other' })])
  expect(conflict.statusCode).toBe(409)
  const codesJson = await scanleafFile(id)
  const said = [
    conflict.body,
    JSON.stringify(await codes.good('GET', `/${id}/changes`)),
    JSON.stringify(await codes.read(id)),
    JSON.stringify(await given.database().db.select().from(userCodeChanges)),
    codesJson,
  ].join()
  expect(said).toContain('https://a.example/')
  for (const secret of ['scrypt', 'Sổ tay', 'other']) expect(said).not.toContain(secret)
})

test('a password stays until another one is set, which is a change that can be taken back', async () => {
  const id = await saved()
  const first = await change(id, [asks('https://a.example/', { password: 'one' })])
  const [one] = await hashesOf(id)
  // The rules as they were read, and the same password again.
  await change(id, first.rules)
  await change(id, [asks('https://a.example/', { password: 'one' })])
  const [rule] = (await rulesOf(id)).rules
  expect([rule?.outcome, await hashesOf(id)]).toEqual([first.rules[0]?.outcome, [one]])
  // Another address, another password: each with its number.
  await change(id, [{ ...rule, outcome: { ask: { n: 1, url: 'https://b.example/' } } }])
  expect((await rulesOf(id)).rules[0]?.outcome).toEqual({ ask: { n: 2, url: 'https://b.example/' } })
  expect(await hashesOf(id)).toEqual([one, one])
  await change(id, [{ ...rule, outcome: { ask: { n: 2, url: 'https://b.example/', password: 'two' } } }])
  const [two] = await hashesOf(id)
  expect([await isLinkPassword(two ?? '', 'two'), two === one]).toEqual([true, false])
  const undo = async () => {
    const { result: log }: { result: UserCodeChange[] } = await codes.good('GET', `/${id}/changes`)
    await codes.good('POST', `/${id}/changes/${log[0]?.id}/revert`)
    return (await rulesOf(id)).rules[0]?.outcome
  }
  expect(await undo()).toEqual({ ask: { n: 2, url: 'https://b.example/' } })
  expect((await hashesOf(id))[0]).toBe(one)
  await change(id, [to('https://c.example/')])
  expect(await undo()).toEqual({ ask: { n: 2, url: 'https://b.example/' } })
  expect((await hashesOf(id))[0]).toBe(one)
})

test('a password is asked for where there is none yet, and has a length', async () => {
  const id = await saved()
  const refused = async (rule: object) => (await put(id, 0, [rule])).json().error.fields
  const field = 'rules.rules.0.outcome.ask.password'
  expect(await refused(asks('https://a.example/'))).toEqual({ [field]: 'required' })
  expect(await refused(asks('https://a.example/', { n: 7 }))).toEqual({ [field]: 'required' })
  expect(await refused(asks('https://a.example/', { password: '' }))).toEqual({ [field]: 'required' })
  expect(await refused(asks('https://a.example/', { password: 'x'.repeat(129) }))).toEqual({
    [field]: 'too-long',
  })
  expect(await refused(asks('https://evil.example/', { password: 'x' }))).toEqual({
    'rules.rules.0.outcome.ask.url': 'denied-target',
  })
  const hash = await hashLinkPassword('known')
  expect(Object.keys(await refused(asks('https://a.example/', { hash })))).toHaveLength(1)
  expect(await hashesOf(id)).toEqual([])
})

test('a code that was taken down keeps its rules as they are', async () => {
  const code = await codes.save(aDynamicCode())
  await given.database().db.execute(`insert into code_takedowns (key, code_id, user_id, reason, note, by, at)
    values ('${code.dynamicId?.toLowerCase()}', '${code.id}', '${code.userId}', 'other', '', 'operator', now())`)
  const reply = await put(code.id, 0, [to('https://a.example/')])
  expect([reply.statusCode, reply.json().error.code]).toEqual([403, 'CodeTakenDown'])
})

test('a copy of a code has its rules, which are another’s from then on', async () => {
  const id = await saved()
  await change(id, [to('https://a.example/'), to('https://b.example/')])
  await change(id, [to('https://b.example/')])
  const copy = (await codes.good('POST', `/${id}/duplicate`)).result.id
  const [one, other] = [await rulesOf(id), await rulesOf(copy)]
  expect(other).toEqual({ ...one, revision: 1, retired: [] })
  await change(copy, [])
  expect((await rulesOf(id)).rules).toHaveLength(1)
})

test.each(['freeze', 'stop'] as const)('an account that leaves codes behind to %s', async (ending) => {
  const { id, userId } = await codes.save(aDynamicCode())
  const rules = [
    to('https://a.example/', { name: 'Quán của Mai' }),
    { when: { days: [1] }, outcome: { end: { text: 'Mai' } } },
  ]
  await change(id, rules)
  const stored = await change(id, [...rules.slice(1), to('https://b.example/')])
  await eraseCodes(given.database(), { userId, ending, keepPdfPages: true })
  const [row] = await given.database().db.select().from(userCodeTable).where(eq(userCodeTable.id, id))
  const nameless = [
    { ...stored.rules[0], name: '', outcome: { end: { n: 2, text: '' } } },
    { ...stored.rules[1], name: '' },
  ]
  if (ending === 'stop') expect(row?.rules).toBeNull()
  else expect(row?.rules).toMatchObject({ zone: ZONE, retired: [], rules: nameless })
  const left = await given.database().db.select().from(userCodeChanges).where(eq(userCodeChanges.codeId, id))
  expect(left.map(({ field, from, to: until, by }) => [field, from, until, by])).toEqual(
    Array(2).fill(['rules', '""', '""', '']),
  )
})

test('a number never names two addresses, whatever is saved and taken back', {
  timeout: 120_000,
}, async () => {
  const url = fc.integer({ min: 0, max: 4 }).map((n) => `https://${'abcde'[n]}.example/`)
  const outcome = fc.oneof(
    url.map((each) => ({ to: { url: each } })),
    fc.constant({ end: { text: '' } }),
    fc.tuple(url, url).map(([one, other]) => splitOf([one, 50], [other, 50])),
  )
  const step = fc.oneof(fc.array(outcome, { maxLength: 3 }), fc.nat(5))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const id = await saved()
      const names = new Map<number, string>()
      for (const each of steps) {
        if (typeof each === 'number') {
          const { result: log }: { result: UserCodeChange[] } = await codes.good('GET', `/${id}/changes`)
          const undone = log[each]
          if (!undone) continue
          await codes.good('POST', `/${id}/changes/${undone.id}/revert`)
        } else
          await change(
            id,
            each.map((one) => ({ when: { days: [1] }, outcome: one })),
          )
        const { rules, retired } = await rulesOf(id)
        const current = rules.flatMap(({ outcome: has }) =>
          'split' in has
            ? has.split
            : 'end' in has
              ? [{ n: has.end.n, url: '' }]
              : 'to' in has
                ? [has.to]
                : [has.ask],
        )
        const all = [...current, ...retired]
        expect(new Set(all.map(({ n }) => n)).size).toBe(all.length)
        for (const { n, url: named } of all) {
          expect(names.get(n) ?? named).toBe(named)
          names.set(n, named)
        }
        expect([...names.keys()].sort()).toEqual(all.map(({ n }) => n).sort())
      }
    }),
    { numRuns: runs(8) },
  )
})

test('a trial says which rule a visitor gets, and why not the others', async () => {
  const rules = [
    to('https://a.example/', { when: { days: [6], devices: ['ios'] } }),
    to('https://b.example/', { when: {} }),
  ]
  const { result } = await codes.good('POST', '/rules/try', {
    ...{ zone: ZONE, rules, at: '2026-11-28T01:00:00Z', device: 'ios' },
  })
  expect(result).toEqual({
    rule: 1,
    localTime: '2026-11-28 08:00:00',
    rules: [
      {
        fits: false,
        because: [
          { condition: 'days', fits: false },
          { condition: 'devices', fits: true },
        ],
      },
      { fits: true, because: [] },
    ],
  })
})
