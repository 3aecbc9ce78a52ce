import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { givenDomain, givenPath } from '../../testing/code'
import { userCodeTable } from '../user-codes'
import { pageCallsOf } from './testing/calls'
import { BLOCKS, menuOf, somePageInput } from './testing/some-pages'

const denied = join(mkdtempSync(join(tmpdir(), 'denied-')), 'hosts.txt')
writeFileSync(denied, 'bad.example\n')
const product = testApp({ TARGET_DENY_LIST: denied })
const calls = pageCallsOf(product)
let mai: Person

beforeEach(async () => {
  mai = await product.signedIn()
})

const link = (address: string) => ({ type: 'links', links: [{ title: { vi: 'Xem' }, address }] })
const pay = (number: string) =>
  somePageInput('pay', [{ ...BLOCKS.pay, content: { ...BLOCKS.pay.content, number } }])
const fieldsOf = (reply: { json(): { error: { fields?: Record<string, string> } } }) =>
  reply.json().error.fields
const codeOf = (reply: { json(): { error: { code: string } } }) => reply.json().error.code
const read = async (id: string) => (await calls.call(mai, 'GET', `/${id}`)).json().result

describe('a new page', () => {
  test('is a dynamic code that leads to it, named as it is, with a draft', async () => {
    const made = await calls.create(mai, { dynamicId: 'la-menu', tags: ['quán'] })
    expect(made).toMatchObject({
      code: { name: 'Cà phê Lá', dynamicId: 'la-menu', codeRedirect: 'http://qr.test/la-menu' },
      isTarget: true,
      revision: 1,
      published: null,
      hasChanges: true,
    })
    expect(made.pageUrl).toBe(`http://qr.test/page/${made.id}`)
    const code = await product.as(mai).inject({ url: `/gateway/api/qrcode/user-codes/${made.id}` })
    expect(JSON.parse(code.json().result.codeContent)).toEqual({ content: made.pageUrl })
  })

  test('is made once by a call that is sent again', async () => {
    const send = () =>
      product.as(mai).inject({
        method: 'POST',
        url: '/gateway/api/qrcode/pages',
        headers: { 'idempotency-key': `page-${mai.id}` },
        payload: { page: somePageInput('menu', [menuOf(5)]) },
      })
    const [first, second] = [await send(), await send()]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
  })

  test('is nothing at all where the page or the code is refused', async () => {
    const count = async () => (await product.database().db.select().from(userCodeTable)).length
    await calls.create(mai, { dynamicId: 'taken-page' })
    const before = await count()
    for (const payload of [
      { page: somePageInput('menu', [{ type: 'html' }]) },
      { page: null },
      {},
      { page: somePageInput('menu', []), dynamicId: 'taken-page' },
      { page: somePageInput('menu', []), dynamicId: 'x' },
    ])
      expect((await calls.call(mai, 'POST', '', payload)).statusCode).toBeGreaterThanOrEqual(409)
    expect(await count()).toBe(before)
  })

  test('is one of three on the first day of an owner', async () => {
    for (let page = 0; page < 3; page++) await calls.create(mai)
    const fourth = await calls.call(mai, 'POST', '', { page: somePageInput('menu', []) })
    expect([fourth.statusCode, codeOf(fourth)]).toEqual([403, 'TooManyPages'])
    await product.database().db.execute(`update user_codes set created_at = now() - interval '2 days'
      where user_id = '${mai.id}'`)
    expect((await calls.call(mai, 'POST', '', { page: somePageInput('menu', []) })).statusCode).toBe(201)
  })
})

describe('a draft', () => {
  test('gives a code that leads elsewhere a page, to which its printed link leads once that is public', async () => {
    const made = await product.as(mai).inject({
      method: 'POST',
      url: '/gateway/api/qrcode/user-codes',
      payload: {
        contentType: 'VCard',
        codeContent: JSON.stringify({ content: 'https://cards.example/an' }),
        isDynamicCode: true,
      },
    })
    const { id, codeRedirect } = made.json().result
    expect((await calls.call(mai, 'GET', `/${id}`)).statusCode).toBe(404)
    const saved = await calls.save(mai, id, 0, somePageInput('contact', [BLOCKS.contact]))
    expect(saved.json().result).toMatchObject({ isTarget: false, revision: 1, code: { codeRedirect } })
    expect((await calls.publish(mai, { id, revision: 1 })).isTarget).toBe(true)
    await calls.leadTo(mai, id, 'https://elsewhere.example/')
    expect((await read(id)).isTarget).toBe(false)
    expect((await calls.publish(mai, { id, revision: 1 })).isTarget).toBe(true)
  })

  test('of a static code there is none', async () => {
    const made = await product.as(mai).inject({
      method: 'POST',
      url: '/gateway/api/qrcode/user-codes',
      payload: {
        contentType: 'Text',
        codeContent: JSON.stringify({ plainText: 'Xin chào' }),
        isDynamicCode: false,
      },
    })
    const saved = await calls.save(mai, made.json().result.id, 0, somePageInput('menu', []))
    expect([saved.statusCode, fieldsOf(saved)]).toEqual([422, { id: 'invalid-value' }])
  })

  test('is not overwritten by who read an earlier one', async () => {
    const { id } = await calls.create(mai)
    const renamed = (name: string) => somePageInput('menu', [menuOf(5)], { name: { vi: name } })
    const both = await Promise.all([
      calls.save(mai, id, 1, renamed('Một')),
      calls.save(mai, id, 1, renamed('Hai')),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(both.find(({ statusCode }) => statusCode === 409)?.json().error.code).toBe('PageChanged')
    for (const revision of [0, 1, 3])
      expect((await calls.save(mai, id, revision, renamed('Ba'))).statusCode).toBe(409)
    expect(codeOf(await calls.publishRaw(mai, id, 1))).toBe('PageChanged')
    expect((await read(id)).revision).toBe(2)
  })

  test.each<[string, unknown[], Record<string, string>]>([
    [
      'an address inside a network',
      [link('https://10.0.0.1/')],
      { 'page.blocks.0.links.0.address': 'address-inside-only' },
    ],
    [
      'a denied site',
      [link('https://www.bad.example/a')],
      { 'page.blocks.0.links.0.address': 'denied-target' },
    ],
    ['a scheme of an app', [link('intent://x')], { 'page.blocks.0.links.0.address': 'invalid-url' }],
    ['31 blocks', Array(31).fill(BLOCKS.call), { 'page.blocks': 'too-many' }],
    [
      'a price in words',
      [
        {
          ...menuOf(5),
          sections: [{ title: { vi: 'A' }, items: [{ id: 'a', name: { vi: 'B' }, price: '45k' }] }],
        },
      ],
      { 'page.blocks.0.sections.0.items.0.price': 'invalid-amount' },
    ],
  ])('with %s is refused by its place', async (_, blocks, fields) => {
    const { id } = await calls.create(mai)
    const saved = await calls.save(mai, id, 1, somePageInput('menu', blocks))
    expect([saved.statusCode, fieldsOf(saved)]).toEqual([422, fields])
    expect((await read(id)).revision).toBe(1)
  })

  test('with a link to its own page is refused, by each of its addresses', async () => {
    const { id, pageUrl } = await calls.create(mai, { dynamicId: `loop-${mai.username}` })
    const host = `go-${mai.username}.example`
    await givenDomain(product.database(), host, mai.id)
    await givenPath(product.database(), { userId: mai.id, host, path: '/menu', codeId: id })
    for (const address of [
      pageUrl,
      `${pageUrl}?lng=vi`,
      pageUrl.replace('http:', 'https:'),
      pageUrl.replace('qr.test', 'QR.test.').replace('/page/', '//%70age/'),
      `http://qr.test/LOOP-${mai.username}`,
      `http://qr.test/loop-${mai.username}?x`,
      `https://${host}/loop-${mai.username}`,
      `https://${host}/menu`,
    ]) {
      const saved = await calls.save(mai, id, 1, somePageInput('menu', [link(address)]))
      expect([saved.statusCode, fieldsOf(saved)], address).toEqual([
        422,
        { 'page.blocks.0.links.0.address': 'url-loop' },
      ])
    }
    const elsewhere = [
      { ...BLOCKS.contact, content: { ...BLOCKS.contact.content, websiteUrl: pageUrl } },
      { ...BLOCKS.event, content: { ...BLOCKS.event.content, url: pageUrl } },
    ]
    expect(fieldsOf(await calls.save(mai, id, 1, somePageInput('contact', elsewhere)))).toEqual({
      'page.blocks.0.content.websiteUrl': 'url-loop',
      'page.blocks.1.content.url': 'url-loop',
    })
    expect(
      (await calls.save(mai, id, 1, somePageInput('menu', [link('http://qr.test/other')]))).statusCode,
    ).toBe(200)
  })

  test('of hostile depth and size is refused', async () => {
    const { id } = await calls.create(mai)
    let deep: unknown = 'x'
    for (let level = 0; level < 60; level++) deep = [deep]
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, key) => [`k${key}`, 1]))
    for (const page of [deep, wide, [], 'x', 1, true, { __proto__: null }, somePageInput('menu', [deep])])
      expect([400, 422]).toContain((await calls.save(mai, id, 1, page as object)).statusCode)
    const big = somePageInput(
      'menu',
      Array(25).fill({ type: 'text', text: { vi: 'ế'.repeat(1000), en: 'e'.repeat(900) } }),
    )
    expect(fieldsOf(await calls.save(mai, id, 1, big))).toEqual({ 'page.blocks': 'too-large' })
  })
})

describe('a publication', () => {
  test('can go back to what was public before, with its prices; what is sold out and the draft stay', async () => {
    const made = await calls.create(mai)
    const { id } = made
    await calls.publish(mai, made)
    const renamed = somePageInput('menu', [menuOf(10)], { name: { vi: 'Tên mới' } })
    await calls.save(mai, id, 1, renamed)
    await calls.publish(mai, { id, revision: 2 })
    await calls.items(mai, id, [{ id: 'i0', price: '99000', isSoldOut: true }])
    const versions = (await calls.call(mai, 'GET', `/${id}/versions`)).json().result
    expect(versions.map((each: { replacedAt: unknown }) => each.replacedAt === null)).toEqual([true, false])
    const back = await calls.call(mai, 'POST', `/${id}/versions/${versions[1].id}/restore`)
    const { published, draft, hasChanges } = back.json().result
    expect(published.name).toEqual({ vi: 'Cà phê Lá' })
    const { price } = versions[1].page.blocks[0].sections[0].items[0]
    expect(price).not.toBe('99000')
    for (const page of [published, draft])
      expect(page.blocks[0].sections[0].items[0]).toMatchObject({ price, isSoldOut: true })
    expect([draft.name, hasChanges]).toEqual([{ vi: 'Tên mới' }, true])
  })

  test('of more than 30 days ago is gone', async () => {
    const made = await calls.create(mai)
    await calls.publish(mai, made)
    await calls.publish(mai, made)
    const listed = async () => (await calls.call(mai, 'GET', `/${made.id}/versions`)).json().result
    const [, old] = await listed()
    await product
      .database()
      .db.execute(`update code_page_versions set replaced_at = now() - interval '31 days'
      where replaced_at is not null`)
    expect(await listed()).toHaveLength(1)
    expect((await calls.call(mai, 'POST', `/${made.id}/versions/${old.id}/restore`)).statusCode).toBe(404)
  })

  test('with another account to be paid to needs a fresh confirmation', async () => {
    const made = (await calls.call(mai, 'POST', '', { page: pay('111122223333') })).json().result
    await calls.publish(mai, made)
    await product.database().db.execute(`update sessions set confirmed_at = now() - interval '11 minutes'`)
    const again = await calls.publishRaw(mai, made.id, 1)
    expect(again.statusCode).toBe(200)
    await calls.save(mai, made.id, 1, pay('999988887777'))
    const refused = await calls.publishRaw(mai, made.id, 2)
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'ConfirmationRequired'])
    const fresh = await product.signInAgain(mai)
    expect((await calls.publishRaw(fresh, made.id, 2)).statusCode).toBe(200)
  })

  test('needs it too where the account was left out of one publication', async () => {
    const made = (await calls.call(mai, 'POST', '', { page: pay('111122223333') })).json().result
    await calls.publish(mai, made)
    await calls.save(mai, made.id, 1, somePageInput('pay', []))
    await calls.publish(mai, { id: made.id, revision: 2 })
    await product.database().db.execute(`update sessions set confirmed_at = now() - interval '11 minutes'`)
    await calls.save(mai, made.id, 2, pay('999988887777'))
    expect(codeOf(await calls.publishRaw(mai, made.id, 3))).toBe('ConfirmationRequired')
  })
})

describe('prices and what is sold out', () => {
  test('are live at once, in the draft too, and no editor overwrites them', async () => {
    const made = await calls.create(mai)
    const { id } = made
    await calls.publish(mai, made)
    const changed = await calls.items(mai, id, [
      { id: 'i1', price: '42000' },
      { id: 'i2', price: null, isSoldOut: true },
    ])
    expect(changed.statusCode).toBe(200)
    const itemOf = (page: { blocks: { sections: { items: { price: string }[] }[] }[] }, place: number) =>
      page.blocks[0]?.sections.flatMap(({ items }) => items)[place]
    const { published, draft, hasChanges, revision } = changed.json().result
    expect(itemOf(published, 1)).toMatchObject({ price: '42000', isSoldOut: false })
    expect(itemOf(draft, 2)).toMatchObject({ price: null, isSoldOut: true })
    expect([hasChanges, revision]).toEqual([false, 1])
    const saved = await calls.save(mai, id, 1, somePageInput('menu', [menuOf(5), BLOCKS.hours]))
    expect(itemOf(saved.json().result.draft, 1)).toMatchObject({ price: '42000' })
  })

  test.each<[string, object[], Record<string, string>]>([
    ['of an item that is not there', [{ id: 'zz', price: '1' }], { 'items.0.id': 'invalid-value' }],
    ['in words', [{ id: 'i0', price: '45k' }], { 'items.0.price': 'invalid-amount' }],
    ['below a đồng', [{ id: 'i0' }, { id: 'i1', price: '4.5' }], { 'items.1.price': 'amount-not-whole' }],
    ['of no item', [], { items: 'required' }],
  ])('%s are refused', async (_, items, fields) => {
    const made = await calls.create(mai)
    const reply = await calls.items(mai, made.id, items)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })
})

test('pages of others are not there', async () => {
  const { id } = await calls.create(mai)
  const other = await product.signedIn()
  const tried = [
    await calls.call(other, 'GET', `/${id}`),
    await calls.save(other, id, 1, somePageInput('menu', [])),
    await calls.publishRaw(other, id, 1),
    await calls.items(other, id, [{ id: 'i0', isSoldOut: true }]),
    await calls.call(other, 'GET', `/${id}/versions`),
    await calls.call(other, 'POST', `/${id}/versions/${id}/restore`),
  ]
  expect(tried.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(404))
})
