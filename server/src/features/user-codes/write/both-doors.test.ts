import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BulkRun, UserCode } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { addToCounters } from '../../../testing/code'
import { newCodes, runsOf } from '../../bulk/testing'
import { aDynamicCode, aStaticCode, codesOf, website } from '../testing'

const list = join(mkdtempSync(join(tmpdir(), 'scanleaf-deny-')), 'denied.txt')
writeFileSync(list, 'evil.example\n')
const given = testApp({ TARGET_DENY_LIST: list })
let mai: Person
let codes: ReturnType<typeof codesOf>
let runs: ReturnType<typeof runsOf>
let ids = 0

beforeEach(async () => {
  mai = await given.signedIn()
  codes = codesOf(given, mai)
  runs = runsOf(given, mai)
})

const db = () => given.database().db
const freshId = () => `Door-${++ids}`
const linkTo = (dynamicId: string | null) => `http://qr.test/${dynamicId}`
const takeDown = ({ id, dynamicId }: UserCode) =>
  db().execute(sql`insert into code_takedowns (key, code_id, user_id, reason, note, by, at)
    values (${dynamicId?.toLowerCase()}, ${id}, ${mai.id}, 'other', '', 'operator', now())`)

type Reply = Awaited<ReturnType<ReturnType<typeof codesOf>['call']>>

/** A run names an address otherwise. */
const fieldOf = (field: string) => field.replace(/^(content[.]content|target)$/, 'content')

/** The reasons of a reply, each with its field. */
function reasonsOf(reply: Reply): string[] {
  const { error } = reply.json()
  if (!error) return []
  if (!error.fields) return [` ${error.code}`]
  return Object.entries(error.fields).map(([field, code]) => `${fieldOf(field)} ${code}`)
}

/** The same of a run with one row, judged and started while the account is as it is. */
async function reasonsOfRun(input: object): Promise<string[]> {
  const reply = await runs.call('POST', '', input)
  if (reply.statusCode !== 201) return reasonsOf(reply)
  const dry: BulkRun = reply.json().result
  if (dry.ready > 0) await runs.start(dry.id, { mode: 'valid' })
  return (await runs.rows(dry.id)).flatMap(({ outcome, problems }) =>
    outcome === 'done' ? [] : problems.map(({ field, code }) => `${fieldOf(field)} ${code}`),
  )
}

interface New {
  dynamicId?: string
  target?: string
}

/** Each gives what is asked for, in an account that is as the rule needs it. */
const NEW: [string, () => Promise<New>, string[]][] = [
  ['a free id', async () => ({ dynamicId: freshId() }), []],
  ['an id of another account', async () => ({ dynamicId: await foreignId() }), ['dynamicId DynamicIdExists']],
  [
    'an id of an own code',
    async () => ({ dynamicId: (await saved()).dynamicId ?? '' }),
    ['dynamicId DynamicIdExists'],
  ],
  [
    'the id of a scanned code in the trash',
    async () => ({ dynamicId: await trashedId(3) }),
    ['dynamicId id-in-trash'],
  ],
  ['the id of a code in the trash that nobody scanned', async () => ({ dynamicId: await trashedId(0) }), []],
  ['an id that is held', async () => ({ dynamicId: await heldId() }), [' CodeTakenDown']],
  [
    'an id that is a path of an own code',
    async () => ({ dynamicId: await printedId() }),
    ['dynamicId DynamicIdExists'],
  ],
  ['an id that is too short', async () => ({ dynamicId: 'a' }), ['dynamicId invalid-dynamic-id']],
  ['a site on the deny list', async () => ({ target: 'https://evil.example/x' }), ['content denied-target']],
  ['a ring of own links', async () => ringToNew(), ['content url-loop']],
]

test.each(NEW)('a new code with %s: one by one and in a run alike', async (_, ask, reasons) => {
  const one = await ask()
  const single = await codes.call('POST', '', aDynamicCode(bodyOf(one)))
  expect(reasonsOf(single)).toEqual(reasons)
  const { dynamicId = '', target = 'https://shop.example/' } = await ask()
  const rows = [{ dynamicId, content: { content: target } }]
  expect(await reasonsOfRun(newCodes({ rows }))).toEqual(reasons)
})

const bodyOf = ({ dynamicId, target }: New) => ({
  ...(dynamicId !== undefined && { dynamicId }),
  ...(target !== undefined && { codeContent: website(target) }),
})

const saved = (more: object = {}) => codes.save(aDynamicCode(more))

async function foreignId(): Promise<string> {
  const other = codesOf(given, await given.signedIn())
  return (await other.save(aDynamicCode())).dynamicId ?? ''
}

async function trashedId(scans: number): Promise<string> {
  const code = await saved()
  if (scans > 0) await addToCounters(given.database(), new Map([[code.id, scans]]))
  await codes.good('DELETE', `/${code.id}`)
  return code.dynamicId ?? ''
}

async function heldId(): Promise<string> {
  const code = await saved()
  await takeDown(code)
  await codes.good('DELETE', `/${code.id}`)
  return code.dynamicId ?? ''
}

async function printedId(): Promise<string> {
  const { id } = await saved()
  const path = freshId()
  await db().execute(sql`insert into domain_paths (user_id, host, path, code_id)
    values (${mai.id}, 'old.example', ${`/${path}`}, ${id})`)
  return path
}

async function ringToNew(): Promise<New> {
  const dynamicId = freshId()
  const { dynamicId: other } = await saved({ codeContent: website(linkTo(dynamicId)) })
  return { dynamicId, target: linkTo(other) }
}

interface Change {
  code: UserCode
  target?: string
  enabled?: boolean
}

const CHANGES: [string, () => Promise<Change>, string[]][] = [
  ['another target', async () => ({ code: await saved(), target: 'https://new.example/' }), []],
  ['the target it has', async () => ({ code: await saved(), target: 'https://shop.example/menu' }), []],
  [
    'a site on the deny list',
    async () => ({ code: await saved(), target: 'https://evil.example/' }),
    ['content denied-target'],
  ],
  ['its own link', async () => selfLed(), ['content url-loop']],
  ['a pause', async () => ({ code: await saved(), enabled: false }), []],
  [
    'a pause after it was taken down',
    async () => ({ code: await takenDown(), enabled: false }),
    [' CodeTakenDown'],
  ],
  ['the state it has after it was taken down', async () => ({ code: await takenDown(), enabled: true }), []],
  [
    'another target after it was taken down',
    async () => ({ code: await takenDown(), target: 'https://new.example/' }),
    [' CodeTakenDown'],
  ],
]

test.each(CHANGES)('a change of a code to %s: one by one and in a run alike', async (_, ask, reasons) => {
  const one = await ask()
  const { target, enabled } = one
  const patch = target === undefined ? { enabled } : { codeContent: website(target) }
  expect(reasonsOf(await codes.call('PATCH', `/${one.code.id}`, patch))).toEqual(reasons)
  const other = await ask()
  const many = await reasonsOfRun({
    selection: { ids: [other.code.id] },
    ...(other.target === undefined
      ? { kind: 'enabled', enabled: other.enabled }
      : { kind: 'target', target: { address: other.target } }),
  })
  expect(many).toEqual(reasons)
  const [left, right] = [await codes.read(one.code.id), await codes.read(other.code.id)]
  expect(left.enabled).toBe(right.enabled)
  const logOf = async ({ id }: UserCode) =>
    (await codes.good('GET', `/${id}/changes`)).result.map(({ field }: { field: string }) => field)
  expect(await logOf(one.code)).toEqual(await logOf(other.code))
})

async function selfLed(): Promise<Change> {
  const code = await saved()
  return { code, target: linkTo(code.dynamicId) }
}

async function takenDown(): Promise<UserCode> {
  const code = await saved()
  await takeDown(code)
  return code
}

const DELETED: [string, () => Promise<{ id: string }>, boolean][] = [
  ['an own code', () => saved(), true],
  ['a static code', () => codes.save(aStaticCode('Text', { plainText: 'hello' })), true],
  ['a code that was taken down', takenDown, true],
  [
    'a code of another account',
    async () => codesOf(given, await given.signedIn()).save(aDynamicCode()),
    false,
  ],
]

test.each(DELETED)('the deletion of %s: one by one and in a run alike', async (_, ask, isDeleted) => {
  const [one, other] = [await ask(), await ask()]
  expect((await codes.call('DELETE', `/${one.id}`)).statusCode).toBe(isDeleted ? 200 : 404)
  const reply = await runs.call('POST', '', { kind: 'delete', selection: { ids: [other.id] } })
  expect(reply.statusCode).toBe(isDeleted ? 201 : 422)
  if (isDeleted) await runs.start(reply.json().result.id)
  expect((await codes.good('GET', '/trash')).meta.total).toBe(isDeleted ? 2 : 0)
})

test('a row that its ring refuses when its turn comes takes no id', async () => {
  const [first, second] = [freshId(), freshId()]
  const dry = await runs.dryRun(
    newCodes({
      rows: [
        { dynamicId: first, content: { content: linkTo(second) } },
        { dynamicId: second, content: { content: linkTo(first) } },
      ],
    }),
  )
  await runs.start(dry.id, { mode: 'valid' })
  expect((await runs.rows(dry.id)).map(({ outcome }) => outcome)).toEqual(['done', 'failed'])
  expect((await codes.save(aDynamicCode({ dynamicId: second }))).dynamicId).toBe(second)
})

test('a row that is refused when its turn comes leaves the trash as it is', async () => {
  const [first, second] = [freshId(), freshId()]
  const kept = await saved({ dynamicId: second })
  await codes.good('DELETE', `/${kept.id}`)
  const dry = await runs.dryRun(
    newCodes({
      rows: [
        { dynamicId: first, content: { content: linkTo(second) } },
        { dynamicId: second, content: { content: linkTo(first) } },
      ],
    }),
  )
  await runs.start(dry.id, { mode: 'valid' })
  expect((await runs.rows(dry.id)).map(({ outcome }) => outcome)).toEqual(['done', 'failed'])
  expect((await codes.good('GET', '/trash')).result).toMatchObject([{ id: kept.id }])
  const claimed = await query(db(), sql`select code_id from dynamic_ids where key = ${second.toLowerCase()}`)
  expect(claimed).toEqual([{ code_id: kept.id }])
})
