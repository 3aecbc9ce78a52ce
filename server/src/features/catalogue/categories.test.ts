import { runs } from '@scanleaf/qr/property-runs'
import { MAX_CATEGORY_DEPTH, type ProductCategory } from '@scanleaf/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app'
import { catalogueOf, invalid, refusalOf } from './testing'

const given = testApp()
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const pathsOf = async (catalogue: Awaited<ReturnType<typeof catalogueOf>>) =>
  (await catalogue.list('product-categories', { limit: '100' })).map(({ path }) => path)

test('a category lies where its title and its parent say, whatever path is sent', async () => {
  const catalogue = await catalogueOf(given)
  const printed = await catalogue.category('In ấn')
  const sent = { title: 'Nhãn dán', parent: printed.id, path: 'x', pathname: '/x', slug: 'x' }
  expect(await catalogue.add('product-categories', sent)).toMatchObject({
    title: 'Nhãn dán',
    parent: printed.id,
    slug: 'nhan-dan',
    path: 'in-an/nhan-dan',
    pathname: '/in-an/nhan-dan',
  })
  expect(refusalOf(await catalogue.call('POST', 'product-categories', '', { title: '!!!' }))).toEqual(
    invalid({ title: 'no-letters' }),
  )
  for (const parent of [UNKNOWN, 'x'])
    expect(refusalOf(await catalogue.call('POST', 'product-categories', '', { title: 'A', parent }))).toEqual(
      invalid({ parent: 'invalid-choice' }),
    )
})

test('a list goes down the tree', async () => {
  const catalogue = await catalogueOf(given)
  const b = await catalogue.category('B')
  await catalogue.category('B B')
  const inner = await catalogue.category('Đ', b.id)
  await catalogue.category('A', inner.id)
  await catalogue.category('A')
  expect(await pathsOf(catalogue)).toEqual(['a', 'b', 'b/d', 'b/d/a', 'b-b'])
  expect(await catalogue.list('product-categories', { parent: b.id })).toMatchObject([{ path: 'b/d' }])
  expect(await catalogue.list('product-categories', { q: 'đ' })).toMatchObject([{ path: 'b/d' }])
})

test('what lies in a category moves with it', async () => {
  const catalogue = await catalogueOf(given)
  const drinks = await catalogue.category('Đồ uống')
  const hot = await catalogue.category('Nóng', drinks.id)
  await catalogue.category('Trà', hot.id)
  const menu = await catalogue.category('𝒯hực đơn')
  await catalogue.change('product-categories', drinks.id, { title: 'Thức uống 😀' })
  expect(await pathsOf(catalogue)).toEqual(['thuc-don', 'thuc-uong', 'thuc-uong/nong', 'thuc-uong/nong/tra'])
  await catalogue.change('product-categories', hot.id, { parent: menu.id })
  expect(await pathsOf(catalogue)).toEqual(['thuc-don', 'thuc-don/nong', 'thuc-don/nong/tra', 'thuc-uong'])
  await catalogue.change('product-categories', hot.id, { parent: '' })
  expect(await pathsOf(catalogue)).toEqual(['nong', 'nong/tra', 'thuc-don', 'thuc-uong'])
})

test('of fifty at once with one path, one is made', async () => {
  const catalogue = await catalogueOf(given)
  const { id } = await catalogue.category('In ấn')
  const titles = ['Nhãn dán', 'NHÃN  DÁN!', 'nhan-dan']
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      catalogue.call('POST', 'product-categories', '', { title: titles[n % 3], parent: id }),
    ),
  )
  const refused = replies.filter(({ statusCode }) => statusCode !== 201)
  expect(refused).toHaveLength(49)
  for (const reply of refused) expect(refusalOf(reply)).toEqual(invalid({ title: 'taken' }))
  await catalogue.category('Nhãn dán')
})

test('categories cannot be laid into a ring, however the changes cross', async () => {
  const catalogue = await catalogueOf(given)
  const all = await Promise.all(['a', 'b', 'c', 'd'].map((title) => catalogue.category(title)))
  const ids = all.map(({ id }) => id)
  for (let round = 0; round < 3; round++) {
    const replies = await Promise.all(
      ids.flatMap((id) =>
        ids.map((parent) => catalogue.call('PATCH', 'product-categories', `/${id}`, { parent })),
      ),
    )
    for (const reply of replies) expect([200, 422]).toContain(reply.statusCode)
    expectTree(await catalogue.list('product-categories'))
  }
  expect(
    refusalOf(await catalogue.call('PATCH', 'product-categories', `/${ids[0]}`, { parent: ids[0] })),
  ).toEqual(invalid({ parent: 'category-loop' }))
})

test('a path always says where a category lies, after any changes', async () => {
  const step = fc.record({
    act: fc.constantFrom('add', 'move', 'rename', 'delete'),
    at: fc.nat(20),
    to: fc.nat(20),
    title: fc.constantFrom('A', 'B b', 'Đ', '茶', 'e-f'),
  })
  const catalogue = await catalogueOf(given)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      for (const { act, at, to, title } of steps) {
        const known = await catalogue.list('product-categories', { limit: '100' })
        const category = known[at % Math.max(1, known.length)]
        const parent = known[to % (known.length + 1)]?.id ?? null
        const reply =
          act === 'add' || !category
            ? await catalogue.call('POST', 'product-categories', '', { title, parent })
            : act === 'delete'
              ? await catalogue.call('DELETE', 'product-categories', `/${category.id}`)
              : await catalogue.call(
                  'PATCH',
                  'product-categories',
                  `/${category.id}`,
                  act === 'move' ? { parent } : { title },
                )
        expect([200, 201, 409, 422]).toContain(reply.statusCode)
      }
      expectTree(await catalogue.list('product-categories', { limit: '100' }))
    }),
    { numRuns: runs(8) },
  )
})

/** Each is right below its parent, none is too deep, and there are no cycles. */
function expectTree(categories: ProductCategory[]) {
  for (const { path, slug, parent } of categories) {
    const above = categories.find(({ id }) => id === parent)
    expect(above !== undefined).toBe(parent !== null)
    expect(path).toBe(above ? `${above.path}/${slug}` : slug)
    expect(path.split('/').length).toBeLessThanOrEqual(MAX_CATEGORY_DEPTH)
  }
}

test('the tree is as deep as it may be, and no deeper, also when a whole branch moves', async () => {
  const catalogue = await catalogueOf(given)
  let parent: string | null = null
  const chain: string[] = []
  for (let depth = 1; depth <= MAX_CATEGORY_DEPTH; depth++) {
    const { id }: ProductCategory = await catalogue.category(`Level ${depth}`, parent)
    chain.push(id)
    parent = id
  }
  expect(refusalOf(await catalogue.call('POST', 'product-categories', '', { title: 'x', parent }))).toEqual(
    invalid({ parent: 'too-deep' }),
  )
  const other = await catalogue.category('Other')
  expect(
    refusalOf(await catalogue.call('PATCH', 'product-categories', `/${chain[0]}`, { parent: other.id })),
  ).toEqual(invalid({ parent: 'too-deep' }))
  await catalogue.change('product-categories', chain[1] ?? '', { parent: other.id })
})

test('a category stays while something lies in it, and goes together with that', async () => {
  const catalogue = await catalogueOf(given)
  const printed = await catalogue.category('In ấn')
  const flyers = await catalogue.category('Tờ rơi', printed.id)
  const refused = await catalogue.call('DELETE', 'product-categories', `/${printed.id}?lng=vi`)
  expect(refusalOf(refused)).toEqual({ status: 409, code: 'HasChildren' })
  expect(refused.json().message).toContain('In ấn')
  const product = await catalogue.add('products', await catalogue.product({ categories: [flyers.id] }))
  expect(refusalOf(await catalogue.call('DELETE', 'product-categories', `/${flyers.id}`))).toEqual({
    status: 409,
    code: 'UsedByProducts',
  })
  await catalogue.remove('products', [product.id])
  expect(await catalogue.remove('product-categories', [printed.id, flyers.id])).toHaveLength(2)
})
