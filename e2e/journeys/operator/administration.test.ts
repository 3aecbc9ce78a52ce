import type { Page } from '@playwright/test'
import type { Language } from '@scanleaf/shared'
import { axe, axeInBothSchemes, expect, onPhones, test } from '../../harness/test'
import { IS_NIGHTLY, textsOf } from '../../harness/texts'
import { Shop } from '../../pages/shop'

test.use({ settings: { BILLING: 'off', TRUSTED_PROXIES: '127.0.0.0/8,::1', HOST: '127.0.0.1' } })

/** Reports a code as visitors of three networks do, each on a form of their own. */
async function report(codeHost: string, link: string): Promise<void> {
  const address = `${codeHost}${new URL(link).pathname}+report`
  for (const from of ['192.0.2.1', '198.51.100.1', '203.0.113.1']) {
    const form = await (await fetch(address)).text()
    const token = /name="token" value="([^"]+)"/.exec(form)?.[1] ?? ''
    const body = new URLSearchParams({ reason: 'phishing', note: 'It asks for my card', token })
    const headers = { 'x-forwarded-for': from, origin: codeHost }
    const reply = await fetch(address, { method: 'POST', body, headers })
    expect(reply.status).toBe(200)
  }
}

/** Opens a reported code and returns the panel under its row. */
async function open(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
  return page.getByRole('row').filter({ has: page.getByRole('heading') })
}

/** Opens a person by the link of their row, and waits for their name. */
async function openPerson(page: Page, manage: string) {
  await page.getByRole('link', { name: manage, exact: true }).click()
  await expect(page).toHaveURL(/admin\/users\/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { level: 1, name: 'Trần An' })).toBeVisible()
}

test(
  'an operator gives a clerk a mask and suspends a shop; the clerk takes a reported code down and restores it',
  onPhones(IS_NIGHTLY),
  async ({ page, browser, server, consoleGuard }) => {
    // The session of the suspended shop has ended.
    consoleGuard.tolerateStatus(401)
    const [vi, en, ar] = (['vi', 'en', 'ar'] as const).map(textsOf) as [
      ReturnType<typeof textsOf>,
      ReturnType<typeof textsOf>,
      ReturnType<typeof textsOf>,
    ]
    const pageOf = async (username: string, language: Language, more = {}) => {
      const own = await (
        await browser.newContext({ viewport: page.viewportSize(), baseURL: server.appUrl })
      ).newPage()
      return { own, shop: await Shop.open(own, server.appUrl, username, language, more) }
    }
    const seller = await Shop.open(page, server.appUrl, 'tiem-banh', 'en')
    const code = await seller.site('menu', { name: 'Menu' })
    await report(server.codeHost, code.codeRedirect)
    // The owner sees it at once, in the banner, in the list and in the details.
    await page.goto(`/dynamic-codes?lng=en`)
    await expect(page.getByText(en('user-codes:warned'), { exact: true })).toBeAttached()
    await page.getByRole('link', { name: en('code-reports:own.link') }).click()
    const told = page.getByRole('region', { name: en('code-reports:own.title') })
    await expect(told).toContainText(`${en('code-reports:reason.phishing')}: 3`)
    await expect(told).toContainText(en('code-reports:own.state.warned'))
    await expect(told).not.toContainText('It asks for my card')
    await axeInBothSchemes(page)
    const clerk = await pageOf('clerk', 'en')
    const { own: admin } = await pageOf('admin', 'vi', { setupToken: server.setupToken })

    // The administrator, in Vietnamese: the permissions of the clerk.
    await admin.goto('/admin/users?lng=vi')
    await admin.getByLabel(vi('users-admin:search')).fill('clerk')
    await admin.keyboard.press('Enter')
    await openPerson(admin, vi('users-admin:manage.of', { name: 'clerk' }))
    const role = (name: string) =>
      admin.getByRole('radio', { name: new RegExp(`^${vi(`users-admin:operator-role.${name}`)}`) })
    await expect(role('none')).toBeChecked()
    await expect(role('custom')).toBeHidden()
    await role('moderator').check()
    // One right less than the role has is a mask of their own.
    await admin.getByText(vi('users-admin:access.advanced')).click()
    const users = admin.getByRole('group', { name: vi('users-admin:resource.users') })
    await users.getByLabel(vi('users-admin:action.read')).uncheck()
    await expect(role('custom')).toBeChecked()
    await admin.getByRole('button', { name: vi('users-admin:save'), exact: true }).click()
    const seen = `– → ${vi('users-admin:action.read')} và ${vi('users-admin:action.update')}`
    await expect(admin.getByText(`${vi('users-admin:resource.code-reports')}: ${seen}`)).toBeVisible()
    // Another screen, and what waits there, is one press away.
    const bar = admin.getByRole('navigation', { name: vi('account:operators') })
    const waiting = bar.getByRole('link', { name: vi('account:operate-reports') })
    await expect(waiting).toContainText(vi('common:pending-count', { waiting: '1' }))
    await axeInBothSchemes(admin)

    // The clerk, in English: the reported code warns, is taken down and comes back.
    const link = `${server.codeHost}${new URL(code.codeRedirect).pathname}`
    const stateOf = async () => (await fetch(link, { redirect: 'manual' })).status
    expect(await stateOf()).toBe(200)
    await clerk.own.goto('/admin/users?lng=en')
    await expect(clerk.own.getByText(en('common:forbidden'))).toBeVisible()
    await clerk.own.goto('/admin/reports?lng=en')
    await expect(clerk.own.getByText(en('code-reports:state.warned'))).toBeVisible()
    const reports = await open(clerk.own, en('code-reports:decide.of', { link: code.codeRedirect }))
    await expect(reports.getByText('It asks for my card')).toHaveCount(3)
    await reports.getByRole('button', { name: en('code-reports:takedown') }).click()
    await reports.getByLabel(en('code-reports:note')).fill('A copied bank')
    await axe(clerk.own)
    await reports.getByRole('button', { name: en('code-reports:takedown') }).click()
    await expect(clerk.own.getByText(en('code-reports:empty.open'))).toBeVisible()
    await expect.poll(stateOf).toBe(410)
    // The bar of the administrator learns of it when they look at their window again.
    await admin.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(waiting).not.toContainText(vi('common:pending-count', { waiting: '1' }))

    // The owner sees it, and cannot switch it on.
    await page.goto(`/dynamic-codes?lng=en&code=${code.id}`)
    const popup = page.getByRole('dialog')
    const reason = en('user-codes:taken-down.phishing')
    await expect(popup.getByText(en('user-codes:taken-down.text', { reason }))).toBeVisible()
    await expect(popup.getByRole('button', { name: en('user-codes:pause') })).toBeHidden()
    await axe(page, ['color-contrast'])

    await clerk.own.goto('/admin/reports?lng=ar&status=closed')
    const decided = await open(clerk.own, ar('code-reports:decide.of', { link: code.codeRedirect }))
    await decided.getByRole('button', { name: ar('code-reports:restore') }).click()
    await expect(clerk.own.getByText(ar('code-reports:done.restore')).first()).toBeVisible()
    await axe(clerk.own)
    await expect.poll(stateOf).toBe(302)

    // The shop is suspended: its session ends where it is, its code keeps working.
    await admin.goto('/admin/users?lng=en&q=tiem-banh')
    await openPerson(admin, en('users-admin:manage.of', { name: 'tiem-banh' }))
    await expect(admin.getByRole('region', { name: en('users-admin:codes') })).toContainText('1')
    const danger = admin.getByRole('region', { name: en('users-admin:danger') })
    await danger.getByRole('button', { name: en('users-admin:suspend') }).click()
    const asked = admin.getByRole('dialog', { name: en('users-admin:suspend.title', { name: 'tiem-banh' }) })
    await axeInBothSchemes(admin)
    await asked.getByRole('button', { name: en('users-admin:suspend') }).click()
    await expect(admin.getByText(en('users-admin:sessions.empty'))).toBeVisible()
    await expect(admin.getByRole('button', { name: en('users-admin:resume') })).toBeVisible()
    await page.goto('/dynamic-codes?lng=en')
    await expect(page).toHaveURL(/\/(login|account\/login)/)
    expect(await stateOf()).toBe(302)
  },
)

test('a reported code warns its visitors, and leads on by a press', async ({ page, server }) => {
  const en = textsOf('en')
  const seller = await Shop.open(page, server.appUrl, 'quan-bun', 'en')
  const { codeRedirect } = await seller.add({ content: { content: `${server.appUrl}/privacy` } })
  await report(server.codeHost, codeRedirect)
  await page.goto(`${server.codeHost}${new URL(codeRedirect).pathname}?lng=en`)
  await expect(page.getByRole('heading', { name: en('redirect:warning.title') })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await axe(page)
  }
  await page.getByRole('button', { name: en('redirect:warning.go-on') }).click()
  await expect(page).toHaveURL(/\/privacy/)
})
