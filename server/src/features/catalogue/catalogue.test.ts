import { runs } from '@scanleaf/qr/property-runs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { testApp } from '../../testing/app'
import { catalogueOf, invalid, refusalOf } from './testing'

const given = testApp()
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

test('a product is kept as it was sent, with the names of what it refers to', async () => {
  const catalogue = await catalogueOf(given)
  const sent = await catalogue.product()
  const product = await catalogue.add('products', sent)
  expect(product).toEqual({
    ...sent,
    id: product.id,
    categoriesDetail: [{ id: sent.categories[0], title: 'Nhãn dán' }],
    price: { ...sent.price, currencyDetail: { code: 'VND' }, unitDetail: { title: 'Cuộn' } },
    createdAt: given.clock.now().toISOString(),
    updatedAt: given.clock.now().toISOString(),
  })
  expect(await catalogue.read('products', product.id)).toEqual(product)
  expect(await catalogue.list('products')).toEqual([product])
})

test('the calls answer under the gateway prefix too', async () => {
  const catalogue = await catalogueOf(given)
  await catalogue.add('product-units', { title: 'Tờ' })
  const admin = await given.signedIn()
  for (const path of ['/product-service/product-units', '/core-service/currencies'])
    expect((await given.as(admin).inject({ url: `/gateway/api${path}` })).statusCode).toBe(403)
})

test('a PATCH changes what it names and nothing else', async () => {
  const catalogue = await catalogueOf(given)
  const product = await catalogue.add('products', await catalogue.product())
  const paper = await catalogue.category('Giấy')
  given.clock.advance(60_000)
  const changed = await catalogue.change('products', product.id, {
    price: { value: '0.1' },
    quantity: '0',
    categories: `${paper.id},${product.categories[0]}`,
    id: UNKNOWN,
    createdAt: '2000-01-01T00:00:00Z',
  })
  expect(changed).toEqual({
    ...product,
    price: { ...product.price, value: 0.1 },
    quantity: 0,
    categories: [paper.id, product.categories[0]],
    categoriesDetail: [{ id: paper.id, title: 'Giấy' }, ...product.categoriesDetail],
    updatedAt: given.clock.now().toISOString(),
  })
})

const WRONG: [string, object, object][] = [
  ['an empty title', { title: '  ' }, { title: 'required' }],
  ['a title of too many letters', { title: 'ă'.repeat(201) }, { title: 'too-long' }],
  ['a title that shows nothing', { title: '\u3164\u200b\u2800' }, { title: 'required' }],
  ['a NUL', { detail: 'a\0b' }, { detail: 'invalid-value' }],
  ['no category', { categories: [] }, { categories: 'required' }],
  ['an unknown category', { categories: [UNKNOWN] }, { categories: 'invalid-choice' }],
  ['a category that is no id', { categories: ['x'] }, { categories: 'invalid-choice' }],
  ['an unknown image', { image: 'AAAAAAAAAAAAAAAAAAAAAAAA' }, { image: 'invalid-image' }],
  ['an image by its address', { image: 'https://x.vn/a.png' }, { image: 'invalid-image' }],
  ['a price below nothing', { price: { value: -1 } }, { 'price.value': 'invalid-amount' }],
  ['a price in words', { price: { value: 'rẻ' } }, { 'price.value': 'invalid-amount' }],
  ['an unknown currency', { price: { currency: UNKNOWN } }, { 'price.currency': 'invalid-choice' }],
  ['an unknown unit', { price: { unit: UNKNOWN } }, { 'price.unit': 'invalid-choice' }],
  ['half a piece', { quantity: 1.5 }, { quantity: 'not-whole' }],
  ['fewer than none', { quantity: -1 }, { quantity: 'not-whole' }],
  ['too many pieces', { quantity: 1e12 }, { quantity: 'not-whole' }],
  ['no keyword', { keywords: '' }, { keywords: 'required' }],
  ['an array for a text', { description: ['a'] }, { description: 'invalid-value' }],
]

test('what a product cannot be is refused field by field, and nothing is stored', async () => {
  const catalogue = await catalogueOf(given)
  const right = await catalogue.product()
  const product = await catalogue.add('products', right)
  for (const [what, wrong, fields] of WRONG) {
    const price = 'price' in wrong ? { ...right.price, ...(wrong.price as object) } : right.price
    const created = await catalogue.call('POST', 'products', '', { ...right, ...wrong, price })
    expect(refusalOf(created), what).toEqual(invalid(fields))
    const changed = await catalogue.call('PATCH', 'products', `/${product.id}`, wrong)
    expect(refusalOf(changed), what).toEqual(invalid(fields))
  }
  expect(await catalogue.list('products')).toEqual([product])
})

test('a price is the same number after the database, whatever its digits', async () => {
  const catalogue = await catalogueOf(given)
  const product = await catalogue.add('products', await catalogue.product())
  const cents = fc.integer({ min: 0, max: 999_999_999_999_999 })
  await fc.assert(
    fc.asyncProperty(cents, fc.integer({ min: 0, max: 6 }), async (digits, decimals) => {
      const value = Number(`${digits}e-${decimals}`)
      fc.pre(value < 1e12)
      const { price } = await catalogue.change('products', product.id, { price: { value } })
      expect(price.value).toBe(value)
      const [row] = await query<{ price: string }>(
        given.database().db,
        sql`select price::text from products where id = ${product.id}`,
      )
      expect(Number(row?.price)).toBe(value)
    }),
    { numRuns: runs(30) },
  )
})

test('of two who changed the same product, the second who says what he saw is told', async () => {
  const catalogue = await catalogueOf(given)
  const seen = await catalogue.add('products', await catalogue.product())
  const patch = (title: string) =>
    catalogue.call('PATCH', 'products', `/${seen.id}`, { title, updatedAt: seen.updatedAt })
  const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => patch(`Title ${n}`)))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9)
  const kept = await catalogue.change('products', seen.id, { title: 'The last wins' })
  expect(kept.title).toBe('The last wins')
})

test('a list is sought without accents, narrowed, ordered and paged', async () => {
  const catalogue = await catalogueOf(given)
  const base = await catalogue.product()
  const printed = await catalogue.category('In ấn')
  const flyers = await catalogue.category('Tờ rơi', printed.id)
  const titles = ['Ấm trà', 'Bút', 'Đèn', 'Cốc giấy', 'áo phông']
  for (const [n, title] of titles.entries()) {
    given.clock.advance(1000)
    await catalogue.add('products', {
      ...base,
      title,
      quantity: n,
      ...(n === 1 && { categories: [flyers.id] }),
      ...(n === 2 && { keywords: ['đèn bàn'], description: 'Ánh sáng vàng' }),
    })
  }
  const listed = async (asked: Record<string, string>) =>
    (await catalogue.list('products', asked)).map(({ title }) => title)
  expect(await listed({})).toEqual([...titles].reverse())
  expect(await listed({ sort: 'title' })).toEqual(['Ấm trà', 'áo phông', 'Bút', 'Cốc giấy', 'Đèn'])
  expect(await listed({ sort: '-quantity', limit: '2' })).toEqual(['áo phông', 'Cốc giấy'])
  expect(await listed({ q: 'anh SANG ban' })).toEqual(['Đèn'])
  expect(await listed({ q: '100%_' })).toEqual([])
  expect(await listed({ category: printed.id })).toEqual(['Bút'])
  expect(await listed({ category: flyers.id, q: 'coc' })).toEqual([])
  const { result, meta } = (await catalogue.call('GET', 'products', '?page=2&limit=2&sort=createdAt')).json()
  expect(result.map(({ title }: { title: string }) => title)).toEqual(['Đèn', 'Cốc giấy'])
  expect(meta).toEqual({ total: 5, page: 2, pages: 3, limit: 2 })
  expect(refusalOf(await catalogue.call('GET', 'products', '?sort=price'))).toEqual(
    invalid({ sort: 'invalid-value' }),
  )
  expect((await catalogue.call('GET', 'products', '?limit=1e9&page=-1&q=')).json().meta).toMatchObject({
    limit: 100,
    page: 1,
  })
})

describe('a unit and a currency', () => {
  test('are there once, also when fifty are made at the same time', async () => {
    const catalogue = await catalogueOf(given)
    for (const [kind, body, field] of [
      ['product-units', { title: 'Cuộn' }, 'title'],
      ['currencies', { code: 'usd', name: 'Đô la Mỹ', exchangeRate: 25400 }, 'code'],
    ] as const) {
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => catalogue.call('POST', kind, '', body)),
      )
      const refused = replies.filter(({ statusCode }) => statusCode !== 201)
      expect(refused).toHaveLength(49)
      for (const reply of refused) expect(refusalOf(reply)).toEqual(invalid({ [field]: 'taken' }))
      expect(await catalogue.list(kind)).toHaveLength(1)
    }
    expect(await catalogue.list('currencies')).toMatchObject([{ code: 'USD' }])
    await catalogue.add('product-units', { title: 'Cuốn' })
    expect(refusalOf(await catalogue.call('POST', 'product-units', '', { title: 'CUỘN' }))).toEqual(
      invalid({ title: 'taken' }),
    )
  })

  test('are changed, and cannot take the name of another', async () => {
    const catalogue = await catalogueOf(given)
    const dollar = await catalogue.add('currencies', {
      code: 'USD',
      name: 'Dollar',
      exchangeRate: '25400.25',
    })
    await catalogue.add('currencies', { code: 'EUR', name: 'Euro', exchangeRate: 27900 })
    expect((await catalogue.change('currencies', dollar.id, { code: 'xau' })).code).toBe('XAU')
    expect(await catalogue.list('currencies', { q: 'dollar', sort: '-exchangeRate' })).toMatchObject([
      { code: 'XAU', exchangeRate: 25400.25 },
    ])
    expect(refusalOf(await catalogue.call('PATCH', 'currencies', `/${dollar.id}`, { code: 'eur' }))).toEqual(
      invalid({ code: 'taken' }),
    )
    for (const exchangeRate of [0, -3, 'NaN'])
      expect(
        refusalOf(await catalogue.call('PATCH', 'currencies', `/${dollar.id}`, { exchangeRate })),
      ).toEqual(invalid({ exchangeRate: 'invalid-amount' }))
  })

  test('stay while a product needs them, all or none', async () => {
    const catalogue = await catalogueOf(given)
    const product = await catalogue.add('products', await catalogue.product())
    const spare = await catalogue.add('product-units', { title: 'Tờ' })
    const both = { deleted: `${spare.id},${product.price.unit}` }
    const refused = await catalogue.call('DELETE', 'product-units', '?lng=en', both)
    expect(refusalOf(refused)).toEqual({ status: 409, code: 'UsedByProducts' })
    expect(refused.json().message).toContain('Cuộn')
    expect(await catalogue.list('product-units')).toHaveLength(2)
    expect(refusalOf(await catalogue.call('DELETE', 'currencies', `/${product.price.currency}`))).toEqual({
      status: 409,
      code: 'UsedByProducts',
    })
    expect(await catalogue.remove('products', [product.id])).toEqual([product.id])
    expect((await catalogue.remove('product-units', [spare.id, product.price.unit])).sort()).toEqual(
      [spare.id, product.price.unit].sort(),
    )
    expect(await catalogue.remove('currencies', [product.price.currency])).toHaveLength(1)
  })

  test('are not lost to a product that is made at the same time', async () => {
    const catalogue = await catalogueOf(given)
    const sent = await catalogue.product()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => [
        catalogue.call('POST', 'products', '', sent),
        ...(n === 5 ? [catalogue.call('DELETE', 'currencies', `/${sent.price.currency}`)] : []),
      ]).flat(),
    )
    const statuses = new Set(replies.map(({ statusCode }) => statusCode))
    expect([...statuses].filter((status) => ![200, 201, 409, 422].includes(status))).toEqual([])
    const isLeft = (await catalogue.list('currencies')).length === 1
    expect((await catalogue.list('products')).length > 0).toBe(isLeft)
  })
})

test('what is not there cannot be read, changed or deleted', async () => {
  const catalogue = await catalogueOf(given)
  for (const kind of ['products', 'product-categories', 'product-units', 'currencies'] as const) {
    for (const id of [UNKNOWN, 'x', '%00']) {
      expect((await catalogue.call('GET', kind, `/${id}`)).statusCode).toBe(404)
      expect((await catalogue.call('PATCH', kind, `/${id}`, {})).statusCode).toBe(404)
      expect((await catalogue.call('DELETE', kind, `/${id}`)).statusCode).toBe(404)
    }
    const many = (ids: string) => catalogue.call('DELETE', kind, '', { deleted: ids })
    expect((await many(`${UNKNOWN},x`)).statusCode).toBe(404)
    expect(refusalOf(await many(''))).toEqual(invalid({ deleted: 'required' }))
    const tooMany = Array.from({ length: 101 }, (_, n) => String(n)).join(',')
    expect(refusalOf(await many(tooMany))).toEqual(invalid({ deleted: 'too-many' }))
  }
})
