import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startI18n } from '../../lib/i18n/i18n'
import { render } from '../../testing/draw'
import { Pagination } from '../list/pagination'
import '../styles/base.css'
import '../styles/tokens.css'
import { showToast, Toasts } from './toasts'

beforeAll(() => startI18n('en', 'browser'))

test('a toast stands above the page control that is at the bottom of the window', async () => {
  await page.viewport(1280, 800)
  render(
    <>
      <div style={{ position: 'fixed', insetBlockEnd: 24, insetInlineEnd: 24 }}>
        <Pagination page={1} pages={3} onChange={() => {}} />
      </div>
      <Toasts />
    </>,
  )
  showToast({ kind: 'success', title: 'Saved', visibleMs: 60_000 })
  const toast = page.getByRole('status')
  await expect.element(toast).toBeVisible()
  const control = page.getByRole('navigation').element().getBoundingClientRect()
  await expect.poll(() => toast.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(control.top)
})
