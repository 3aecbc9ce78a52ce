import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startI18n } from '../../lib/i18n/i18n'
import { render } from '../../testing/draw'
import { Pagination } from './pagination'

beforeAll(() => startI18n('vi', 'browser'))
beforeEach(() => page.viewport(1280, 800))

const shownPages = () =>
  page
    .getByRole('button', { name: /^Trang \d/ })
    .elements()
    .map((button) => button.textContent)

test('the page control names every page, marks the one on screen and tells which was asked for', async () => {
  const onChange = vi.fn()
  render(<Pagination page={6} pages={24} onChange={onChange} />)
  expect(shownPages()).toEqual(['1', '4', '5', '6', '7', '8', '24'])
  await expect
    .element(page.getByRole('button', { name: 'Trang 6', exact: true }))
    .toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Trang 8', exact: true }).click()
  await page.getByRole('button', { name: 'Trang trước' }).click()
  await page.getByRole('button', { name: 'Trang sau' }).click()
  await page.getByRole('button', { name: 'Trang 6', exact: true }).click()
  expect(onChange.mock.calls.flat()).toEqual([8, 5, 7])
})

test('a narrow screen leaves out the pages furthest from the one shown', async () => {
  await page.viewport(390, 844)
  render(<Pagination page={6} pages={24} onChange={() => {}} />)
  expect(shownPages()).toEqual(['1', '5', '6', '7', '24'])
})

test('the arrows stop at the ends, and a single page needs no control', async () => {
  const drawn = render(<Pagination page={1} pages={3} onChange={() => {}} />)
  await expect.element(page.getByRole('button', { name: 'Trang trước' })).toBeDisabled()
  drawn.redraw(<Pagination page={3} pages={3} onChange={() => {}} />)
  await expect.element(page.getByRole('button', { name: 'Trang sau' })).toBeDisabled()
  drawn.redraw(<Pagination page={1} pages={1} onChange={() => {}} />)
  expect(drawn.container.children).toHaveLength(0)
})
