import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startI18n } from '../../lib/i18n/i18n'
import { render } from '../../testing/draw'
import { PrintSize } from './print-size'

beforeAll(() => startI18n('vi', 'browser'))

test.each([
  ['png', 1000, '\u20681000 × 1000 px\u2069 · In ra rộng 85 mm ở 300 dpi'],
  ['png', 4000, '\u20684000 × 4000 px\u2069 · In ra rộng 339 mm ở 300 dpi'],
  ['pdf', 1000, 'In ra rộng 100 mm; phóng to bao nhiêu cũng nét'],
  ['eps', 4000, 'In ra rộng 100 mm; phóng to bao nhiêu cũng nét'],
  ['svg', 1000, 'Phóng to bao nhiêu cũng nét'],
] as const)('a %s of %i pixels says %s', async (format, size, text) => {
  render(<PrintSize format={format} pixels={{ width: size, height: size }} />)
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
})
