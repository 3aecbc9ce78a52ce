import { StoredLinkRules } from '@scanleaf/shared'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../../testing/app'
import { givenCode } from '../../testing/code'
import { insertReport } from '../redirect/repository'
import { aDynamicCode } from '../user-codes/testing'
import { webhookOf } from '../webhooks/testing'
import { sharingOf } from '../workspaces/testing'
import { recordReported } from './decide'

const product = testApp()
const { database, as, signedIn } = product
let admin: Person
let owner: Person
let visitors = 0

beforeEach(async () => {
  admin = await signedIn({ setupToken: TEST_SETUP_TOKEN })
  owner = await signedIn()
})

const PATH = '/gateway/api/admin/code-reports'
const get = (who: Person, path = '') => as(who).inject({ url: `${PATH}${path}` })
const post = (who: Person, path: string, payload: Record<string, unknown> = {}) =>
  as(who).inject({ method: 'POST', url: `${PATH}/${path}`, payload })
const PHISHING = { reason: 'phishing', note: 'A bank' }

const CODES = '/gateway/api/qrcode/user-codes'
const ownCode = async (codeId: string) =>
  (await as(owner).inject({ url: `${CODES}/${codeId}` })).json().result
const patchCode = (codeId: string, payload: Record<string, unknown>) =>
  as(owner).inject({ method: 'PATCH', url: `${CODES}/${codeId}`, payload })

const report = (
  codeId: string,
  more: { note?: string; reason?: 'phishing' | 'other'; target?: string } = {},
) =>
  insertReport(
    database(),
    {
      codeId,
      reason: 'phishing',
      note: '',
      target: 'https://example.com/',
      visitor: `visitor-${++visitors}`,
      form: { signature: `form-${visitors}`, expiresAt: Date.now() / 1000 + 3600 },
      proof: null,
      ...more,
    },
    3,
    recordReported,
  )

const given = () => givenCode(database(), { userId: owner.id })
const codesIn = async (search: string) =>
  (await get(admin, `?${search}`)).json().result.map(({ codeId }: { codeId: string }) => codeId)

describe('the list', () => {
  test('groups by code, the most urgent first, with what was said', async () => {
    const [first, second] = [await given(), await given()]
    await report(first.codeId, { note: 'asks for my card' })
    await report(second.codeId, { reason: 'other' })
    await report(first.codeId, { reason: 'other', target: 'https://example.com/old' })
    const { result, meta } = (await get(admin)).json()
    expect(meta).toEqual({ total: 2, page: 1, pages: 1, limit: 10 })
    expect(result.map(({ codeId }: { codeId: string }) => codeId)).toEqual([first.codeId, second.codeId])
    expect(result[0]).toEqual({
      codeId: first.codeId,
      link: `http://qr.test/${first.id}`,
      name: '',
      target: 'https://example.com/',
      ruleTargets: [],
      reportedTarget: 'https://example.com/old',
      owner: { id: owner.id, email: '' },
      enabled: true,
      isDeleted: false,
      scans: 0,
      open: 2,
      total: 2,
      reasons: { phishing: 1, malware: 0, illegal: 0, other: 1 },
      newestNote: 'asks for my card',
      firstAt: expect.any(String),
      lastAt: expect.any(String),
      isWarned: false,
      waitingSince: null,
      networks: 1,
      visitors: 0,
      needed: 3,
      version: expect.stringMatching(/^[0-9a-f]{32}$/),
      takedown: null,
    })
    const details = (await get(admin, `/${first.codeId}?limit=1`)).json()
    expect(details.meta).toMatchObject({ total: 2, pages: 2 })
    expect(details.result.reports).toMatchObject([{ reason: 'other', isOpen: true }])
    expect(JSON.stringify(details)).not.toContain('visitor-')
  })

  test('says where rules lead some visitors instead, each address once', async () => {
    const to = (n: number, url: string) => ({
      id: n,
      name: '',
      on: true,
      when: {},
      outcome: { to: { n, url } },
    })
    const links = [
      to(1, 'https://evil.example/login'),
      to(2, 'https://evil.example/login'),
      to(3, 'https://b.example/'),
    ]
    const rules = { revision: 1, zone: 'UTC', rules: links, retired: [], nextId: 4, nextNumber: 4 }
    const { codeId } = await givenCode(database(), { userId: owner.id, rules: StoredLinkRules.parse(rules) })
    const { result } = (await get(admin, `/${codeId}`)).json()
    expect(result.code.ruleTargets).toEqual(['https://evil.example/login', 'https://b.example/'])
  })

  test('finds any code by its id or its link, reported or not', async () => {
    const { id, codeId } = await given()
    for (const asked of [id, id.toLowerCase(), `http://qr.test/${id}`, `http://qr.test/${id}+?lng=vi`])
      expect(await codesIn(`code=${encodeURIComponent(asked)}`), asked).toEqual([codeId])
    expect(await codesIn('code=never-was')).toEqual([])
    expect(await codesIn('')).toEqual([])
  })

  test('is for whom the resource may be read, acts for whom it may be updated', async () => {
    const { codeId } = await given()
    for (const path of ['', `/${codeId}`]) expect((await get(owner, path)).statusCode).toBe(403)
    await as(admin).inject({
      method: 'PATCH',
      url: `/identity/users/${owner.id}`,
      payload: { permissions: { 'code-reports': 4 } },
    })
    expect((await get(owner)).statusCode).toBe(200)
    for (const act of ['takedown', 'restore', 'dismiss', 'warn', 'reopen'])
      expect((await post(owner, `${codeId}/${act}`, PHISHING)).statusCode).toBe(403)
    expect((await post(owner, `owners/${owner.id}/takedown`, PHISHING)).statusCode).toBe(403)
    expect((await ownCode(codeId)).takedown).toBeNull()
  })

  test.each([
    [{ reason: 'spite' }, { reason: 'invalid-choice' }],
    [{}, { reason: 'required' }],
    [{ reason: 'other', note: 'x'.repeat(501) }, { note: 'too-long' }],
  ])('refuses %j', async (payload, fields) => {
    const { codeId } = await given()
    const reply = await post(admin, `${codeId}/takedown`, payload)
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json().error.fields)).toEqual(Object.keys(fields))
    expect((await post(admin, '00000000-0000-4000-8000-000000000000/takedown', PHISHING)).statusCode).toBe(
      404,
    )
  })
})

describe('a takedown', () => {
  test('is shown to the owner, who can neither resume, retarget, copy nor make the code anew', async () => {
    const { id, codeId } = await given()
    await report(codeId)
    const taken = await post(admin, `${codeId}/takedown`, PHISHING)
    const takedown = { reason: 'phishing', at: product.clock.now().toISOString() }
    expect(taken.json().result).toMatchObject({ takedown, open: 0, total: 1 })
    expect((await ownCode(codeId)).takedown).toEqual(takedown)
    const target = JSON.stringify({ content: 'https://example.org/' })
    for (const payload of [{ enabled: false }, { codeContent: target }]) {
      const reply = await patchCode(codeId, payload)
      expect(reply.statusCode, JSON.stringify(payload)).toBe(403)
      expect(reply.json().error.code).toBe('CodeTakenDown')
    }
    expect((await patchCode(codeId, { name: 'Menu' })).statusCode).toBe(200)
    const copied = await as(owner).inject({ method: 'POST', url: `${CODES}/${codeId}/duplicate` })
    expect(copied.statusCode).toBe(403)
    await as(owner).inject({ method: 'DELETE', url: `${CODES}/${codeId}` })
    const again = await as(owner).inject({
      method: 'POST',
      url: CODES,
      payload: { contentType: 'Website', codeContent: target, isDynamicCode: true, dynamicId: id },
    })
    expect(again.json().error.code).toBe('CodeTakenDown')
    expect((await get(admin, `/${codeId}`)).json().result.code).toMatchObject({ isDeleted: true, takedown })
  })

  test('is told to other programs of the owner, and so is the first report; each once', async () => {
    const events = ['code.reported', 'code.taken-down']
    const webhook = await webhookOf(product, owner, 'https://hooks.example.vn/', { events })
    const told = async () =>
      (await as(owner).inject({ url: `/webhooks/${webhook.id}/deliveries` }))
        .json()
        .result.map(({ body }: { body: string }) => JSON.parse(body))
        .map(({ type, data }: { type: string; data: object }) => ({ type, data }))
        .reverse()
    const codes = [await given(), await given()]
    const [first, second] = codes.map(({ id, codeId }) => ({ id: codeId, dynamicId: id, name: '' }))
    for (const _ of [1, 2]) await report(first?.id ?? '')
    await post(admin, `${first?.id}/takedown`, PHISHING)
    await post(admin, `${first?.id}/takedown`, PHISHING)
    const [reported, taken] = events
    const before = [reported, taken].map((type) => ({ type, data: first }))
    expect(await told()).toEqual(before)
    await post(admin, `owners/${owner.id}/takedown`, PHISHING)
    expect(await told()).toEqual([...before, { type: taken, data: second }])
  })

  test('of two operators at once is one', async () => {
    const { codeId } = await given()
    const other = await signedIn()
    await as(admin).inject({
      method: 'PATCH',
      url: `/identity/users/${other.id}`,
      payload: { permissions: { 'code-reports': 6 } },
    })
    const replies = await Promise.all(
      [admin, other, admin, other].map((who) => post(who, `${codeId}/takedown`, PHISHING)),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    expect((await get(admin, `/${codeId}`)).json().result.actions).toHaveLength(1)
    const lifted = await Promise.all([admin, other].map((who) => post(who, `${codeId}/restore`)))
    expect(lifted.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  test('is taken back as it was, and written down', async () => {
    const { codeId } = await given()
    await patchCode(codeId, { enabled: false })
    await post(admin, `${codeId}/takedown`, PHISHING)
    const restored = await post(admin, `${codeId}/restore`, { note: 'Our mistake' })
    expect(restored.json().result).toMatchObject({ takedown: null, enabled: false })
    expect((await patchCode(codeId, { enabled: true })).statusCode).toBe(200)
    expect((await get(admin, `/${codeId}`)).json().result.actions).toMatchObject([
      { action: 'restore', note: 'Our mistake', by: admin.email },
      { action: 'takedown', reason: 'phishing', note: 'A bank', by: admin.email },
    ])
    expect(await codesIn('status=closed')).toEqual([codeId])
  })

  test('of all codes of a user is one call, and leaves others alone', async () => {
    const own = [await given(), await given(), await given()]
    await report(own[0]?.codeId ?? '')
    const others = await givenCode(database())
    await post(admin, `${own[1]?.codeId}/takedown`, { reason: 'other' })
    const taken = await post(admin, `owners/${owner.id}/takedown`, PHISHING)
    expect(taken.json().result).toEqual({ codes: 2 })
    const reasons = await Promise.all(own.map(async ({ codeId }) => (await ownCode(codeId)).takedown.reason))
    expect(reasons).toEqual(['phishing', 'other', 'phishing'])
    expect((await get(admin, `/${others.codeId}`)).json().result.code.takedown).toBeNull()
    expect(await codesIn('status=open')).toEqual([])
    expect(await codesIn('status=closed')).toHaveLength(3)
    expect((await post(admin, `owners/${owner.id}/takedown`, PHISHING)).json().result).toEqual({ codes: 0 })
  })

  test('of all codes of a person are those of the further workspaces that they own, too, and of no other', async () => {
    const sharing = sharingOf(product)
    const [minh, payload] = [await signedIn(), aDynamicCode()]
    const inWorkspaceOf = async (person: Person): Promise<string> => {
      const { id } = (await sharing.call(person, 'POST', '/', { name: 'Chi nhánh' })).json().result
      const made = await sharing.within(person, id).inject({ method: 'POST', url: CODES, payload })
      expect(made.statusCode, made.body).toBe(201)
      return made.json().result.id
    }
    const own = [(await given()).codeId, await inWorkspaceOf(owner)]
    const others = await inWorkspaceOf(minh)
    expect((await post(admin, `owners/${owner.id}/takedown`, PHISHING)).json().result).toEqual({ codes: 2 })
    for (const id of own) expect((await get(admin, `/${id}`)).json().result.code.takedown).not.toBeNull()
    expect((await get(admin, `/${others}`)).json().result.code.takedown).toBeNull()
  })
})

describe('a warning', () => {
  const isWarned = async (codeId: string) =>
    (await get(admin, `?code=${(await ownCode(codeId)).dynamicId}`)).json().result[0].isWarned

  test('comes with the third visitor of a day, a dismissal ends it for that target for good', async () => {
    const { codeId } = await given()
    await report(codeId)
    await database().db.execute("update code_reports set created_at = created_at - interval '25 hours'")
    await report(codeId)
    await report(codeId)
    expect(await isWarned(codeId)).toBe(false)
    await report(codeId)
    expect(await isWarned(codeId)).toBe(true)
    expect((await post(admin, `${codeId}/dismiss`, { target: 'https://other.example/' })).statusCode).toBe(
      409,
    )
    const dismissed = await post(admin, `${codeId}/dismiss`, { target: 'https://example.com/' })
    expect(dismissed.json().result).toMatchObject({ isWarned: false, open: 0, total: 4 })
    await Promise.all([report(codeId), report(codeId), report(codeId), report(codeId)])
    expect(await isWarned(codeId)).toBe(false)
    expect(await codesIn('status=open')).toEqual([codeId])
    const elsewhere = 'https://elsewhere.example/'
    for (let n = 0; n < 3; n++) await report(codeId, { target: elsewhere })
    expect(await isWarned(codeId)).toBe(true)
  })

  test('of three at once comes too', async () => {
    const { codeId } = await given()
    await Promise.all([report(codeId), report(codeId), report(codeId)])
    expect(await isWarned(codeId)).toBe(true)
    expect((await get(admin)).json().result[0]).toMatchObject({ open: 3, total: 3 })
  })

  test('is not for a code that has long led to the same place and is scanned a lot', async () => {
    const { codeId } = await given()
    const { db } = database()
    await db.execute(`update scan_counters set scans = 1000 where code_id = '${codeId}'`)
    const flood = async () => {
      for (let n = 0; n < 5; n++) await report(codeId)
    }
    await db.execute(`update user_codes set created_at = now() - interval '40 days' where id = '${codeId}'`)
    await flood()
    expect(await isWarned(codeId)).toBe(false)
    expect(await codesIn('status=open')).toEqual([codeId])
    // A new target has to earn that again.
    await patchCode(codeId, { codeContent: JSON.stringify({ content: 'https://example.com/' }) })
    await patchCode(codeId, { codeContent: JSON.stringify({ content: 'https://elsewhere.example/' }) })
    await flood()
    expect(await isWarned(codeId)).toBe(true)
  })

  test('of a dismissal taken back is open again, once', async () => {
    const { codeId } = await given()
    await report(codeId)
    await post(admin, `${codeId}/dismiss`)
    expect((await post(admin, `${codeId}/reopen`)).json().result).toMatchObject({ open: 1, total: 1 })
    expect((await post(admin, `${codeId}/reopen`)).statusCode).toBe(409)
    await report(codeId)
    await report(codeId)
    expect(await isWarned(codeId)).toBe(true)
    expect((await post(admin, `${codeId}/takedown`, PHISHING)).statusCode).toBe(200)
    expect((await post(admin, `${codeId}/dismiss`)).statusCode).toBe(409)
  })
})
