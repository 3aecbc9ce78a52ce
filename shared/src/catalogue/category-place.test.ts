import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categoryPlace, depthOf, MAX_SLUG_LENGTH, slugOf } from './category-place'

test.each([
  ['Nhãn dán', 'nhan-dan'],
  ['  Đồ uống & Đá xay  ', 'do-uong-da-xay'],
  ['ĐẶC SẢN “Tây Bắc”', 'dac-san-tay-bac'],
  ['Straße/Œuvre', 'strasse-oeuvre'],
  ['In 3D', 'in-3d'],
  ['飲み物', '飲み物'],
  ['สติกเกอร์ กันน้ำ', 'สติกเกอร์-กันน้ำ'],
  ['ملصقات QR', 'ملصقات-qr'],
  ['Наклейки', 'наклеики'],
  ['🎉 !!', ''],
])('%s is %s in an address', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('a path is the slugs from the outermost category down', () => {
  expect(categoryPlace('In ấn', null)).toEqual({ slug: 'in-an', path: 'in-an', pathname: '/in-an' })
  expect(categoryPlace('Nhãn dán', 'in-an')).toEqual({
    slug: 'nhan-dan',
    path: 'in-an/nhan-dan',
    pathname: '/in-an/nhan-dan',
  })
})

const titles = fc.string({ unit: 'binary', maxLength: 200 })

test('a slug has no capital, no separator but single hyphens, and is a slug itself', () => {
  fc.assert(
    fc.property(titles, (title) => {
      const slug = slugOf(title)
      expect(slug).toMatch(/^$|^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u)
      expect(slug.length).toBeLessThanOrEqual(MAX_SLUG_LENGTH)
      expect(slug.isWellFormed()).toBe(true)
      expect(slugOf(slug.replaceAll('-', ' '))).toBe(slug)
    }),
  )
})

test('a path is one level deeper than the one it lies in, and begins with it', () => {
  fc.assert(
    fc.property(
      titles.filter((title) => slugOf(title) !== ''),
      titles.filter((title) => slugOf(title) !== ''),
      (outer, inner) => {
        const { path: parent } = categoryPlace(outer, null)
        const { path, slug } = categoryPlace(inner, parent)
        expect(path).toBe(`${parent}/${slug}`)
        expect(depthOf(path)).toBe(depthOf(parent) + 1)
      },
    ),
  )
})
