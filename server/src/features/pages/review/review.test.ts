import { get } from 'node:http'
import type { PageOfCode, WaitingPage } from '@scanleaf/shared'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../../../testing/app'
import { openPublicListener } from '../../../testing/public-listener'
import { SOON } from '../../../testing/soon'
import { pageCallsOf } from '../testing/calls'
import { BLOCKS, menuOf, somePageInput } from '../testing/some-pages'

const product = testApp({ PUBLIC_PORT: '0' })
const calls = pageCallsOf(product)
let listener: Awaited<ReturnType<typeof openPublicListener>>
let mai: Person
let operator: Person

beforeAll(async () => {
  listener = await openPublicListener(product)
})
afterAll(() => listener.close())
beforeEach(async () => {
  const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  mai = await product.signedIn()
  operator = await product.signedIn()
  await product.as(admin).inject({
    method: 'PATCH',
    url: `/identity/users/${operator.id}`,
    payload: { permissions: { 'code-reports': 6 } },
  })
})

const bank = (more: Record<string, unknown> = {}) =>
  somePageInput('menu', [menuOf(5)], { name: { vi: 'Vіetcombank' }, ...more })
const waiting = async (): Promise<WaitingPage[]> =>
  (await product.as(operator).inject({ url: '/admin/code-reports/pages' })).json().result
const waitingOf = async (codeId: string) => (await waiting()).find((each) => each.codeId === codeId)
const decide = (id: string, action: 'approve' | 'refuse', who = operator) =>
  product.as(who).inject({ method: 'POST', url: `/admin/code-reports/pages/${id}/${action}` })
const read = async (id: string): Promise<PageOfCode> => (await calls.call(mai, 'GET', `/${id}`)).json().result
const asked = (path: string, headers = {}): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    get(
      { host: '127.0.0.1', port: listener.port, path, headers: { host: 'qr.test', ...headers } },
      async (response) => {
        let body = ''
        for await (const chunk of response.setEncoding('utf8')) body += chunk
        resolve({ status: response.statusCode ?? 0, body })
      },
    ).once('error', reject)
  })
async function held(): Promise<PageOfCode> {
  const made = await calls.create(mai, { page: bank() })
  return calls.publish(mai, made)
}

test('a page that names a bank is public once an operator has approved it, with the prices of that moment', async () => {
  const { id, review, publishedAt, code } = await held()
  expect([review?.decision, review?.names, publishedAt]).toEqual([null, ['Vietcombank'], null])
  expect((await asked(`/page/${id}`)).status).toBe(404)
  const found = await waitingOf(id)
  expect(found).toMatchObject({ link: code.codeRedirect, names: ['Vietcombank'], owner: { id: mai.id } })
  expect(found?.texts).toContain('Vіetcombank')
  await calls.items(mai, id, [{ id: 'i0', price: '99000' }])
  expect((await decide(found?.id ?? '', 'approve')).statusCode).toBe(200)
  await expect.poll(async () => (await asked(`/page/${id}`)).body.includes('99.000'), SOON).toBe(true)
  expect((await read(id)).review).toBeNull()
  expect(await waitingOf(id)).toBeUndefined()
})

test('a code that leads elsewhere stays there until its page is approved', async () => {
  const made = await product.as(mai).inject({
    method: 'POST',
    url: '/gateway/api/qrcode/user-codes',
    payload: {
      contentType: 'VCard',
      codeContent: JSON.stringify({ content: 'https://cards.example/mai' }),
      isDynamicCode: true,
    },
  })
  const { id, codeRedirect } = made.json().result
  const link = new URL(codeRedirect).pathname
  await calls.save(mai, id, 0, bank())
  expect((await calls.publish(mai, { id, revision: 1 })).isTarget).toBe(false)
  expect((await asked(link)).status).toBe(302)
  await decide((await waitingOf(id))?.id ?? '', 'approve')
  await expect.poll(async () => (await asked(link)).status, SOON).toBe(200)
  expect((await read(id)).isTarget).toBe(true)
})

test('what was approved is not held again; another name, or another host, is', async () => {
  const { id, revision } = await held()
  await decide((await waitingOf(id))?.id ?? '', 'approve')
  await calls.save(mai, id, revision, bank({ accent: 'red' }))
  expect((await calls.publish(mai, { id, revision: revision + 1 })).review).toBeNull()
  const links = { type: 'links', links: [{ title: { vi: 'Xem' }, address: 'https://other.example/' }] }
  await calls.save(mai, id, revision + 1, bank({ blocks: [menuOf(5), links] }))
  const again = await calls.publish(mai, { id, revision: revision + 2 })
  expect(again.review?.decision).toBeNull()
  expect(again.published?.accent).toBe('red')
})

test('one that is refused stays what it was, and its owner reads why', async () => {
  const made = await calls.create(mai)
  const { id } = await calls.publish(mai, made)
  await calls.save(mai, id, 1, bank())
  await calls.publish(mai, { id, revision: 2 })
  const { id: request = '' } = (await waitingOf(id)) ?? {}
  expect((await decide(request, 'refuse')).statusCode).toBe(200)
  expect((await decide(request, 'approve')).statusCode).toBe(404)
  const page = await read(id)
  expect([page.review?.decision, page.published?.name]).toEqual(['refused', { vi: 'Cà phê Lá' }])
})

test('a decision is on what the operator has read, and no longer needed without the name', async () => {
  const { id, revision } = await held()
  const first = await waitingOf(id)
  await calls.save(mai, id, revision, bank({ line: { vi: 'Nhập mã OTP' } }))
  await calls.publish(mai, { id, revision: revision + 1 })
  expect((await decide(first?.id ?? '', 'approve')).statusCode).toBe(404)
  expect((await waitingOf(id))?.texts).toContain('Nhập mã OTP')
  await calls.save(mai, id, revision + 1, somePageInput('menu', [menuOf(5)]))
  await calls.publish(mai, { id, revision: revision + 2 })
  expect([await waitingOf(id), (await read(id)).review]).toEqual([undefined, null])
})

test('what waits is shown to operators in a frame, with its pictures, until it is decided', async () => {
  const { id, draftUrl } = await held()
  const found = await waitingOf(id)
  const { pathname, search } = new URL(found?.previewUrl ?? '')
  const framed = { 'sec-fetch-dest': 'iframe' }
  const shown = await asked(pathname + search, framed)
  expect([shown.status, shown.body.includes('Vіetcombank')]).toEqual([200, true])
  expect((await asked(pathname + search, { 'sec-fetch-dest': 'document' })).status).toBe(404)
  const other = await held()
  const draftKey = new URL(draftUrl).searchParams.get('draft')
  for (const path of [
    `/page/${other.id}${search}`,
    `/page/${id}?review=${draftKey}`,
    `/page/${id}?draft=${found?.id}`,
    `/page/${id}?review=x`,
  ])
    expect((await asked(path, framed)).status).toBe(404)
  await decide(found?.id ?? '', 'refuse')
  expect((await asked(pathname + search, framed)).status).toBe(404)
})

test('neither an earlier version nor the address of the draft shows it meanwhile', async () => {
  const { draftUrl } = await held()
  const { pathname, search } = new URL(draftUrl)
  const opened = { 'sec-fetch-dest': 'document' }
  expect((await asked(pathname + search, opened)).status).toBe(404)
  expect((await asked(pathname + search, { 'sec-fetch-dest': 'iframe' })).status).toBe(200)
  const other = await calls.create(mai, { page: somePageInput('contact', [BLOCKS.contact]) })
  const draft = new URL(other.draftUrl)
  expect((await asked(draft.pathname + draft.search, opened)).status).toBe(200)
  const { id: second, revision } = await held()
  await decide((await waitingOf(second))?.id ?? '', 'approve')
  await calls.save(mai, second, revision, bank({ name: { vi: 'ACB' } }))
  await calls.publish(mai, { id: second, revision: revision + 1 })
  await decide((await waitingOf(second))?.id ?? '', 'approve')
  const [, before] = (await calls.call(mai, 'GET', `/${second}/versions`)).json().result
  const restored = await calls.call(mai, 'POST', `/${second}/versions/${before.id}/restore`)
  expect(restored.json().result.review.decision).toBeNull()
})

test('nobody decides without the right, nor on an own page, and what was taken down stays', async () => {
  const { id } = await held()
  const { id: request = '' } = (await waitingOf(id)) ?? {}
  expect((await decide(request, 'approve', mai)).statusCode).toBe(403)
  const own = await calls.create(operator, { page: bank() })
  await calls.publish(operator, own)
  const mine = (await waitingOf(own.id))?.id ?? ''
  expect((await decide(mine, 'approve')).json().error.code).toBe('OwnCase')
  await product
    .database()
    .db.execute(`insert into code_takedowns (key, code_id, user_id, reason, note, by, at)
    values ((select lower(dynamic_id) from user_codes where id = '${id}'), '${id}', '${mai.id}', 'phishing', '', 'op', now())`)
  expect((await decide(request, 'approve')).json().error.code).toBe('CodeTakenDown')
  expect((await asked(`/page/${id}`)).status).toBe(410)
})
