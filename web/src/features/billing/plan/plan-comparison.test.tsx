import type { Plan } from '@scanleaf/shared'
import { beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import texts from '../../../../../shared/locales/billing/en.json'
import { startI18n } from '../../../lib/i18n/i18n'
import { render } from '../../../testing/draw'
import '../../../ui/styles/base.css'
import '../../../ui/styles/tokens.css'
import { PlanComparison } from './plan-comparison'

beforeAll(() => startI18n('en', 'browser', ['billing', 'common']))

const plan = (code: string, price: number, codes: number): Plan => ({
  code,
  name: `Plan ${code}`,
  price,
  period: 'monthly',
  addons: [
    { code: 'dynamic-code-storage', quantity: codes },
    { code: 'static-code-storage', quantity: codes },
  ],
  overLimitPrice: price === 0 ? 0 : 500,
  tokens: 10_000,
  benefits: [],
})
const plans = [
  plan('free', 0, 5),
  plan('basic', 99_000, 100),
  plan('pro', 199_000, 500),
  plan('business', 499_000, 5000),
]

test.each([{ width: 1280 }, { width: 390 }])(
  'plans are side by side on $width px, and one is chosen',
  async ({ width }) => {
    await page.viewport(width, 800)
    const onChoose = vi.fn()
    render(<PlanComparison plans={plans} current="basic" onChoose={onChoose} onClose={() => {}} />)
    const table = page.getByRole('table')
    // A year costs ten months.
    await expect.element(table.getByText(/1,990,000\s₫/)).toBeVisible()
    const values = table
      .getByRole('row', { name: texts['addon.dynamic-code-storage'] })
      .getByRole('cell')
      .elements()
    expect(values.map((cell) => cell.textContent)).toEqual(['5', '100', '500', '5,000'])
    const boxes = values.map((cell) => cell.getBoundingClientRect())
    expect(new Set(boxes.map(({ top }) => top)).size, 'side by side').toBe(1)
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width)
    const choose = (name: string) =>
      page.getByRole('button', { name: texts['plans.choose-plan'].replace('{{plan}}', name) })
    expect(choose('Plan basic').elements(), 'the plan in use').toEqual([])
    await choose('Plan pro').click()
    expect(onChoose).toHaveBeenCalledWith(plans[2])
  },
)
