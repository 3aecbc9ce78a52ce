import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setAddressRules } from '../../lib/forms/address-rules'
import { startI18n } from '../../lib/i18n/i18n'
import { render } from '../../testing/draw'
import { AddressNote } from './address-note'

beforeAll(() => startI18n('en', 'browser'))
beforeEach(() => setAddressRules({}))

test.each([
  ['shop.example.com/menu', undefined, 'http://shop.example.com/menu', 'example.com'],
  ['shop.example.com/new', 'https://shop.example.com/old', 'https://shop.example.com/new', 'example.com'],
  ['http://https//www.shop.com.vn:8080', undefined, 'https://www.shop.com.vn:8080', 'shop.com.vn'],
  ['google.com.evil.example', undefined, 'http://google.com.evil.example', 'evil.example'],
])('%s in the place of %s opens %s, which belongs to %s', async (typed, current, address, domain) => {
  render(<AddressNote typed={typed} current={current} />)
  await expect.element(page.getByText(`Opens ${address}`)).toBeVisible()
  await expect.element(page.getByText(domain, { exact: true })).toBeVisible()
})

test('an ending that nobody knows is asked about', async () => {
  render(<AddressNote typed="https://shop.con/" />)
  await expect.element(page.getByRole('status')).toMatchTextContent('.\u2068con\u2069')
})

test.each(['', 'shop', 'http://192.168.1.1', 'a b', 'https://shop.example/', 'https://phở.vn'])(
  'nothing is said of %j',
  async (typed) => {
    render(
      <main>
        <AddressNote typed={typed} />
      </main>,
    )
    await expect.element(page.getByRole('main')).toBeEmptyDOMElement()
  },
)
