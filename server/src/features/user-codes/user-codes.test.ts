import { expect, test } from 'vitest'
import { testApp } from '../../testing/app'

const given = testApp()

const CODES = '/gateway/api/qrcode/user-codes'
const website = (content: string) => JSON.stringify({ content })
const aDynamicCode = (more: object = {}) => ({
  contentType: 'Website',
  codeContent: website('https://shop.example/menu'),
  isDynamicCode: true,
  ...more,
})
type Reply = { statusCode: number; json(): { error?: { code: string } } }
const countBy = (replies: Reply[]) => {
  const counts: Record<string, number> = {}
  for (const reply of replies) {
    const key = reply.json().error?.code ?? String(reply.statusCode)
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

async function created(person: { sid: string }, more: object = {}) {
  const reply = await given.as(person).inject({ method: 'POST', url: CODES, payload: aDynamicCode(more) })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().result
}

test('a dynamic code gets an id of eight characters A-Z0-9, its link and an image of that link', async () => {
  const person = await given.signedIn()
  const code = await created(person)
  expect(code.dynamicId).toMatch(/^[A-Z0-9]{8}$/)
  expect(code).toMatchObject({
    codeRedirect: `http://qr.test/${code.dynamicId}`,
    productId: 'dynamic-code',
    isDynamicCode: true,
    scanCounter: 0,
    enabled: true,
    userId: person.id,
    createdBy: person.email,
    codeContent: website('https://shop.example/menu'),
  })
  const image = await given.inject({ url: new URL(code.qrImageUrl).pathname })
  expect(image.statusCode).toBe(200)
  expect(image.headers['content-type']).toBe('image/png')
  expect(image.rawPayload.subarray(1, 4).toString()).toBe('PNG')
  expect(image.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test('an address without a scheme is saved with http:// in front, as the URL standard writes it', async () => {
  const code = await created(await given.signedIn(), {
    codeContent: website('://Shop.Example/a b'.replace(' ', '%20')),
  })
  expect(code.codeContent).toBe(website('http://shop.example/a%20b'))
})

test('a manual id is kept as written and is unique without case', async () => {
  const person = await given.signedIn()
  const code = await created(person, { dynamicId: 'Bua-Trua_1' })
  expect(code.dynamicId).toBe('Bua-Trua_1')
  const other = await given.as(await given.signedIn()).inject({
    method: 'POST',
    url: CODES,
    payload: aDynamicCode({ dynamicId: 'bua-trua_1' }),
  })
  expect(other.statusCode).toBe(409)
  expect(other.json()).toMatchObject({
    statusCode: 409,
    error: { code: 'DynamicIdExists', fields: { dynamicId: 'DynamicIdExists' } },
  })
})

test('fifty parallel saves of one manual id: one is saved, forty-nine are refused', async () => {
  const person = await given.signedIn()
  const replies = await Promise.all(
    Array.from({ length: 50 }, () =>
      given
        .as(person)
        .inject({ method: 'POST', url: CODES, payload: aDynamicCode({ dynamicId: 'TET-2027' }) }),
    ),
  )
  expect(countBy(replies)).toEqual({ 201: 1, DynamicIdExists: 49 })
})

test.each([
  ['no address', { codeContent: website('') }, { content: 'required' }],
  ['a space', { codeContent: website('https://a b.example') }, { content: 'error-message-inp' }],
  ['a script', { codeContent: website('javascript:alert(1)') }, { content: 'invalid-url' }],
  ['a user name', { codeContent: website('https://user:secret@shop.example') }, { content: 'invalid-url' }],
  ['a site of one label', { codeContent: website('shop') }, { content: 'address-one-label' }],
  [
    'the address of a router',
    { codeContent: website('http://192.168.1.1') },
    { content: 'address-inside-only' },
  ],
  ['a comma for a dot', { codeContent: website('https://shop,example.vn') }, { content: 'address-bad-host' }],
  ['4 KiB', { codeContent: website(`https://shop.example/${'a'.repeat(4096)}`) }, { content: 'too-long' }],
  ['broken JSON', { codeContent: '{' }, { codeContent: 'invalid-value' }],
  ['other JSON', { codeContent: '[]' }, { codeContent: 'invalid-value' }],
  ['no content', { codeContent: undefined }, { codeContent: 'required' }],
  ['a number', { codeContent: 7 }, { codeContent: 'invalid-value' }],
  ['a NUL', { codeContent: 'a\0b' }, { codeContent: 'invalid-value' }],
  ['an unknown type', { contentType: 'Wobsite' }, { contentType: 'invalid-value' }],
  ['neither true nor false', { isDynamicCode: 'perhaps' }, { isDynamicCode: 'invalid-value' }],
  ['a short id', { dynamicId: 'ab' }, { dynamicId: 'invalid-dynamic-id' }],
  ['a path as id', { dynamicId: 'a/b/c' }, { dynamicId: 'invalid-dynamic-id' }],
  ['a reserved id', { dynamicId: 'Admin' }, { dynamicId: 'reserved-dynamic-id' }],
  [
    'more than a symbol holds',
    { isDynamicCode: false, codeContent: website(`https://shop.example/${'a'.repeat(3000)}`) },
    { content: 'content-too-long' },
  ],
])('a save with %s is refused with its field and nothing is stored', async (_name, wrong, fields) => {
  const person = await given.signedIn()
  const reply = await given.as(person).inject({ method: 'POST', url: CODES, payload: aDynamicCode(wrong) })
  expect(reply.statusCode, reply.body).toBe(422)
  expect(reply.json().error).toMatchObject({ code: 'ValidationError', fields })
  expect(Object.keys(reply.json().errors)).toEqual(Object.keys(fields))
  for (const productId of ['dynamic-code', 'static-code']) {
    const list = await given.as(person).inject({ url: CODES, query: { productId } })
    expect(list.json().meta.total).toBe(0)
  }
})

test('fields that are not the caller’s to set are ignored', async () => {
  const person = await given.signedIn()
  const code = await created(person, {
    userId: 'somebody-else',
    createdBy: 'x@example.test',
    scanCounter: 99,
    enabled: false,
    createdAt: '2001-01-01T00:00:00Z',
    codeRedirect: 'https://evil.example',
    qrImageUrl: 'https://evil.example/x.png',
  })
  expect(code).toMatchObject({ userId: person.id, createdBy: person.email, scanCounter: 0, enabled: true })
  expect(code.codeRedirect).toContain('http://qr.test/')
})

test('the list is newest first, by page and limit, and shows only the caller’s codes', async () => {
  const person = await given.signedIn()
  const ids: string[] = []
  for (let i = 0; i < 12; i++) {
    given.clock.advance(1000)
    ids.unshift((await created(person)).id)
  }
  await created(await given.signedIn())
  const list = async (query: Record<string, string>) =>
    (await given.as(person).inject({ url: CODES, query: { productId: 'dynamic-code', ...query } })).json()
  const first = await list({})
  expect(first.meta).toMatchObject({ total: 12, page: 1, pages: 2, limit: 10, isTotalExact: true })
  expect(first.result.map((code: { id: string }) => code.id)).toEqual(ids.slice(0, 10))
  expect((await list({ page: '2' })).result.map((code: { id: string }) => code.id)).toEqual(ids.slice(10))
  expect((await list({ page: '-1', limit: '1e9' })).meta).toMatchObject({
    total: 12,
    page: 1,
    pages: 1,
    limit: 100,
  })
  expect((await list({ page: 'x', limit: '0' })).meta).toMatchObject({ page: 1, limit: 10 })
})

test('an unknown product is refused', async () => {
  const person = await given.signedIn()
  const reply = await given.as(person).inject({ url: CODES, query: { productId: 'rubber-duck' } })
  expect(reply.statusCode).toBe(422)
})

test('a new content moves the target of a dynamic code and keeps its link', async () => {
  const person = await given.signedIn()
  const code = await created(person)
  const reply = await given.as(person).inject({
    method: 'PATCH',
    url: `${CODES}/${code.id}`,
    payload: { codeContent: website('shop.example/tet'), GoogleAnalyticsID: 'G-4X8K2M1Q7P' },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json().result).toMatchObject({
    id: code.id,
    codeRedirect: code.codeRedirect,
    // No scheme was typed: that of the previous target is kept.
    codeContent: website('https://shop.example/tet'),
    GoogleAnalyticsID: 'G-4X8K2M1Q7P',
  })
})

test('the content of a static code cannot be edited', async () => {
  const person = await given.signedIn()
  const code = await created(person, { isDynamicCode: false })
  expect(code).toMatchObject({ dynamicId: null, codeRedirect: null, productId: 'static-code' })
  const reply = await given.as(person).inject({
    method: 'PATCH',
    url: `${CODES}/${code.id}`,
    payload: { codeContent: website('https://shop.example/other') },
  })
  expect(reply.statusCode).toBe(422)
})

test.each(['"><script>alert(1)</script>', 'G-1', 'UA-1-1', 'g-abcd'])(
  'analytics id %j is refused',
  async (id) => {
    const person = await given.signedIn()
    const code = await created(person)
    const reply = await given
      .as(person)
      .inject({ method: 'PATCH', url: `${CODES}/${code.id}`, payload: { GoogleAnalyticsID: id } })
    expect(reply.json().error.fields).toEqual({ GoogleAnalyticsID: 'invalid-analytics-id' })
  },
)

test('what belongs to another user is not found, by every call, and stays as it was', async () => {
  const owner = await given.signedIn()
  const stranger = given.as(await given.signedIn())
  const code = await created(owner)
  for (const id of [code.id, '0b9df6a5-7c5e-4c9e-8f0e-3c1a52a8a000', 'nonsense', "' or 1=1 --"]) {
    const url = `${CODES}/${encodeURIComponent(id)}`
    const replies = [
      await stranger.inject({ url }),
      await stranger.inject({ url: `${url}/image.png` }),
      await stranger.inject({ method: 'PATCH', url, payload: { name: 'mine now' } }),
      await stranger.inject({ method: 'DELETE', url }),
      await stranger.inject({ method: 'DELETE', url: CODES, payload: { deleted: id } }),
    ]
    expect(replies.map((reply) => reply.statusCode)).toEqual([404, 404, 404, 404, 404])
  }
  const read = await given.as(owner).inject({ url: `${CODES}/${code.id}` })
  expect(read.json().result).toEqual(code)
})

test('without a session every call answers 401 and nothing else', async () => {
  const calls = [
    { method: 'GET', url: CODES },
    { method: 'POST', url: CODES, payload: {} },
    { method: 'DELETE', url: CODES, payload: { deleted: 'x' } },
    { method: 'PATCH', url: `${CODES}/x`, payload: {} },
    { method: 'POST', url: '/gateway/api/qrcode/dynamic-codes' },
  ] as const
  for (const call of calls) {
    const reply = await given.inject(call)
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['www-authenticate']).toBeUndefined()
  }
})

test('deleting many deletes the caller’s own and ignores the rest', async () => {
  const owner = await given.signedIn()
  const [mine, alsoMine] = [await created(owner), await created(owner)]
  const theirs = await created(await given.signedIn())
  const reply = await given.as(owner).inject({
    method: 'DELETE',
    url: CODES,
    payload: { deleted: [mine.id, alsoMine.id, theirs.id, 'nonsense'].join(',') },
  })
  expect(reply.json().result.deleted.sort()).toEqual([mine.id, alsoMine.id].sort())
  const gone = await given.as(owner).inject({ url: `${CODES}/${mine.id}` })
  expect(gone.statusCode).toBe(404)
})

test.each([
  ['only ids of others', (theirs: string) => theirs, 404],
  ['ids of nobody', () => 'nonsense,nobody', 404],
  ['no id', () => '', 422],
  ['a list', (theirs: string) => [theirs], 422],
  ['an object', (theirs: string) => ({ id: theirs }), 422],
])('a delete of %s deletes nothing', async (_what, deleted, status) => {
  const other = await given.signedIn()
  const theirs = await created(other)
  const reply = await given
    .as(await given.signedIn())
    .inject({ method: 'DELETE', url: CODES, payload: { deleted: deleted(theirs.id) } })
  expect(reply.statusCode, reply.body).toBe(status)
  expect((await given.as(other).inject({ url: `${CODES}/${theirs.id}` })).statusCode).toBe(200)
})

test('more than a hundred ids in one delete are refused', async () => {
  const deleted = Array.from({ length: 101 }, (_, i) => `id${i}`).join(',')
  const reply = await given
    .as(await given.signedIn())
    .inject({ method: 'DELETE', url: CODES, payload: { deleted } })
  expect(reply.statusCode).toBe(422)
})

test('the id of a deleted code stays with its owner for ever', async () => {
  const owner = await given.signedIn()
  const code = await created(owner, { dynamicId: 'CAFE-01' })
  await given.as(owner).inject({ method: 'DELETE', url: `${CODES}/${code.id}` })
  const stranger = await given.as(await given.signedIn()).inject({
    method: 'POST',
    url: CODES,
    payload: aDynamicCode({ dynamicId: 'cafe-01' }),
  })
  expect(stranger.statusCode).toBe(409)
  await created(owner, { dynamicId: 'cafe-01' })
})

test('a reserved id is the caller’s alone', async () => {
  const owner = await given.signedIn()
  const reserved = await given.as(owner).inject({ method: 'POST', url: '/gateway/api/qrcode/dynamic-codes' })
  expect(reserved.statusCode).toBe(201)
  const { dynamicId, codeRedirect } = reserved.json().result
  expect(codeRedirect).toBe(`http://qr.test/${dynamicId}`)
  const stranger = await given
    .as(await given.signedIn())
    .inject({ method: 'POST', url: CODES, payload: aDynamicCode({ dynamicId }) })
  expect(stranger.statusCode).toBe(409)
  await created(owner, { dynamicId })
})

test('two codes cannot point at each other, nor a chain of own links run past three', async () => {
  const person = await given.signedIn()
  const first = await created(person)
  const second = await created(person, { codeContent: website(first.codeRedirect) })
  const back = second.codeRedirect.toLowerCase()
  for (const target of [
    back,
    `${back}/`,
    `${back}%E3%80%82`,
    `${back}+go`,
    back.replace('qr.test/', 'qr.test.//'),
  ]) {
    const ring = await given.as(person).inject({
      method: 'PATCH',
      url: `${CODES}/${first.id}`,
      payload: { codeContent: website(target) },
    })
    expect(ring.json().error?.fields, target).toEqual({ content: 'url-loop' })
  }
  const third = await created(person, { codeContent: website(second.codeRedirect) })
  const fourth = await created(person, { codeContent: website(third.codeRedirect) })
  const fifth = await given.as(person).inject({
    method: 'POST',
    url: CODES,
    payload: aDynamicCode({ codeContent: website(fourth.codeRedirect) }),
  })
  expect(fifth.json().error.fields).toEqual({ content: 'url-loop' })
})

test('fifty parallel edits never close a ring', async () => {
  const person = await given.signedIn()
  const [a, b] = [await created(person), await created(person)]
  const point = (from: { id: string }, to: { codeRedirect: string }) =>
    given.as(person).inject({
      method: 'PATCH',
      url: `${CODES}/${from.id}`,
      payload: { codeContent: website(to.codeRedirect) },
    })
  const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? point(a, b) : point(b, a))))
  expect(replies.map((reply) => reply.statusCode).filter((code) => code !== 200 && code !== 422)).toEqual([])
  const targets = await Promise.all(
    [a, b].map(
      async ({ id }) => (await given.as(person).inject({ url: `${CODES}/${id}` })).json().result.codeContent,
    ),
  )
  expect(targets.filter((content: string) => content.includes('qr.test'))).toHaveLength(1)
})

test('an error speaks the caller’s language', async () => {
  const reply = await given.inject({ url: `${CODES}?lng=en`, headers: { 'accept-language': 'vi' } })
  expect(reply.json().message).toBe('Sign in to continue.')
  const fromHeader = await given.inject({
    url: CODES,
    headers: { 'accept-language': 'xx, vi;q=0.8, en;q=0.5' },
  })
  expect(fromHeader.json().message).toBe('Hãy đăng nhập để tiếp tục.')
})
