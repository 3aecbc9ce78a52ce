import { openMailServer } from '../../../server/src/testing/services/mail-server'
import { axeInBothSchemes, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { actOnMany } from '../../pages/many-codes'
import { enter, nameOf } from '../../pages/people'
import { Shop, signInOn, signUp } from '../../pages/shop'

const t = textsOf('en')

test('a viewer joins by a link, sees the codes without a button that would be refused, and finds their own again', async ({
  page,
  browser,
  server,
}) => {
  const lan = await Shop.open(page, server.appUrl, nameOf('owner'), 'en')
  const code = await lan.site('menu', { name: 'Menu of the café' })
  await page.goto('/settings/domain?lng=en')
  await expect(page.getByRole('link', { name: t('settings:tab.import-export') })).toBeVisible()
  await expect(page.getByRole('link', { name: t('settings:tab.members') })).toHaveCount(0)
  await page.goto('/account/profile?lng=en')
  await page.getByRole('link', { name: t('workspaces:invite.title') }).click()
  await page.getByRole('combobox', { name: t('workspaces:invite.role') }).selectOption('viewer')
  await page.getByRole('button', { name: t('workspaces:invite.link') }).click()
  const link = await page.getByRole('status').getByRole('link').getAttribute('href')

  const guest = await (await browser.newContext()).newPage()
  await enter(guest, nameOf('guest'))
  const create = guest.getByRole('link', { name: t('user-codes:dynamic.create') })
  await expect(create.first()).toBeVisible()
  await guest.goto(`${link}`)
  await guest.getByRole('button', { name: /^Join/ }).click()
  await expect(guest).toHaveURL(/\/dynamic-codes/)
  await expect(guest.getByText('Menu of the café')).toBeVisible()
  await expect(create).toHaveCount(0)
  await axeInBothSchemes(guest)

  await guest.getByText('Menu of the café').click()
  const popup = guest.getByRole('dialog')
  await expect(popup.getByText('shop.example.vn/menu').first()).toBeVisible()
  await expect(popup.getByRole('button', { name: t('user-codes:detail.edit-target') })).toHaveCount(0)
  await expect(popup.getByRole('button', { name: t('user-codes:detail.design') })).toHaveCount(0)
  await guest.goto(`${server.appUrl}/dynamic-codes/generator?lng=en`)
  await expect(guest.getByRole('heading', { name: t('workspaces:not-allowed') })).toBeVisible()

  await guest.getByRole('button', { name: /^Workspace: / }).click()
  await guest
    .getByRole('dialog')
    .getByRole('button', { name: t('workspaces:role.owner') })
    .click()
  await expect(create.first()).toBeVisible()
  await guest.goto(`${server.appUrl}/dynamic-codes?code=${code.id}&lng=en`)
  await guest.getByRole('button', { name: /^Open in / }).click()
  await expect(guest.getByRole('dialog').getByText('shop.example.vn/menu').first()).toBeVisible()
})

test('a further workspace is created, opens empty, and the home is a switch away', async ({
  page,
  server,
}) => {
  const lan = await Shop.open(page, server.appUrl, nameOf('agency'), 'en')
  await lan.site('menu', { name: 'Menu of the café' })
  await page.goto('/settings/members?lng=en')
  const form = page.getByRole('form', { name: t('workspaces:new') })
  const name = form.getByRole('textbox', { name: t('workspaces:name') })
  await name.fill('www.branch.example')
  await form.getByRole('button', { name: t('workspaces:new.create') }).click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await axeInBothSchemes(page)
  await name.fill('Branch')
  await form.getByRole('button', { name: t('workspaces:new.create') }).click()
  const switcher = (workspace: string) =>
    page.getByRole('button', { name: new RegExp(`^Workspace: .?${workspace}`) })
  await switcher('Branch').click()
  await expect(page.getByText('Menu of the café')).toHaveCount(0)
  await expect(page.getByText(t('workspaces:switch.owned'))).toBeVisible()
  await page.getByRole('dialog').getByRole('button').first().click()
  await expect(page.getByText('Menu of the café')).toBeVisible()
  await page.goto('/settings/members?lng=en')
  const rename = page.getByRole('form', { name: t('workspaces:name') })
  await rename.getByRole('textbox').fill('Quán Lan')
  await rename.getByRole('button', { name: t('workspaces:name.save') }).click()
  await expect(page.getByText(t('workspaces:name.saved'))).toBeVisible()
  await expect(switcher('Quán Lan')).toBeVisible()
})

test('a workspace that is about to be deleted says so where it is chosen, takes no codes, and its invitation leads home', async ({
  page,
  server,
}) => {
  const lan = await Shop.open(page, server.appUrl, nameOf('closing'), 'en')
  await lan.site('menu', { name: 'Menu of the café' })
  const WORKSPACES = '/gateway/api/workspaces'
  await lan.call('POST', WORKSPACES, { name: 'Depot' })
  const { id } = await lan.call('POST', WORKSPACES, { name: 'Branch' })
  const invitation = await lan.call('POST', `${WORKSPACES}/${id}/invitations`, { role: 'viewer' })
  await lan.call('DELETE', `${WORKSPACES}/${id}`, {})

  await page.goto('/dynamic-codes?lng=en')
  await page.getByRole('button', { name: /^Workspace: / }).click()
  const choices = page.getByRole('dialog').getByRole('button')
  await expect(choices.filter({ hasText: 'Branch' })).toContainText('Deletion on')
  await expect(choices.filter({ hasText: 'Depot' })).not.toContainText('Deletion on')
  await axeInBothSchemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: t('user-codes:select-page') }).check()
  await actOnMany(page, 'bulk:action.move')
  const destinations = page.getByRole('combobox', { name: t('bulk:move.to') }).getByRole('option')
  await expect(destinations).toHaveText(['Depot'])

  await page.goto((invitation as unknown as { url: string }).url)
  await expect(page.getByText(t('errors:WorkspaceLeaving'))).toBeVisible()
  await axeInBothSchemes(page)
  await page.getByRole('link', { name: t('workspaces:switch.own') }).click()
  await expect(page.getByText('Menu of the café')).toBeVisible()
})

test('an owner moves 30 codes to a branch, sees them there, and takes them back', async ({
  page,
  server,
}) => {
  const lan = await Shop.open(page, server.appUrl, nameOf('mover'), 'en')
  for (let table = 1; table <= 30; table++) await lan.site(`table-${table}`, { name: `Table ${table}` })
  await page.goto('/settings/members?lng=en')
  const form = page.getByRole('form', { name: t('workspaces:new') })
  await form.getByRole('textbox', { name: t('workspaces:name') }).fill('Branch')
  await form.getByRole('button', { name: t('workspaces:new.create') }).click()
  const switcher = page.getByRole('button', { name: /^Workspace: / })
  const open = async (place: number) => {
    await switcher.click()
    await page.getByRole('dialog').getByRole('button').nth(place).click()
  }
  await expect(switcher).toContainText('Branch')
  await open(0)
  await expect(page.getByText('Table 30', { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: t('user-codes:select-page') }).check()
  await page.getByRole('button', { name: t('user-codes:select-all', { total: 30 }) }).click()
  await actOnMany(page, 'bulk:action.move')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: t('bulk:move.to') })).toContainText('Branch')
  await dialog.getByRole('button', { name: t('bulk:move.check') }).click()
  await expect(dialog.getByRole('status')).toContainText('30')
  await axeInBothSchemes(page)
  await dialog.getByRole('button', { name: t('bulk:move.save', { total: 30 }) }).click()
  const toast = page.getByText(t('bulk:done.move', { total: 30 }))
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: t('user-codes:undo'), exact: true }).click()
  await expect(page.getByText(t('bulk:undone.restored', { total: 30 }))).toBeVisible()
  await expect(page.getByText('Table 30', { exact: true })).toBeVisible()
})

test('a workspace is handed over: offered, accepted with its codes, and the one before is a manager, who reads it in the history @phone', async ({
  page,
  browser,
  server,
}) => {
  await Shop.open(page, server.appUrl, nameOf('founder'), 'en')
  await page.goto('/settings/members?lng=en')
  const form = page.getByRole('form', { name: t('workspaces:new') })
  await form.getByRole('textbox', { name: t('workspaces:name') }).fill('Branch')
  await form.getByRole('button', { name: t('workspaces:new.create') }).click()
  await expect(page.getByRole('button', { name: /^Workspace: .?Branch/ })).toBeVisible()
  await page.goto('/settings/members?lng=en')
  await page.getByRole('combobox', { name: t('workspaces:invite.role') }).selectOption('editor')
  await page.getByRole('button', { name: t('workspaces:invite.link') }).click()
  const link = await page.getByRole('status').getByRole('link').getAttribute('href')

  const heir = await (await browser.newContext()).newPage()
  await enter(heir, nameOf('heir'))
  await heir.goto(`${link}`)
  await heir.getByRole('button', { name: /^Join/ }).click()
  await expect(heir).toHaveURL(/\/dynamic-codes/)

  await page.reload()
  await page.getByRole('button', { name: t('workspaces:owner.offer') }).click()
  await expect(page.getByRole('button', { name: t('workspaces:owner.withdraw') })).toBeVisible()
  await axeInBothSchemes(page)
  await heir.goto(`${server.appUrl}/settings/members?lng=en`)
  await expect(heir.getByRole('button', { name: t('workspaces:owner.decline') })).toBeVisible()
  await axeInBothSchemes(heir)
  await heir.getByRole('button', { name: t('workspaces:owner.accept') }).click()
  await expect(heir.getByText(t('workspaces:owner.accepted'))).toBeVisible()
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: t('workspaces:you') })).toContainText(
    t('workspaces:role.manager'),
  )
  await expect(page.getByText(t('workspaces:act.owner-changed'))).toBeVisible()
  await page.getByRole('combobox', { name: t('workspaces:history.kind') }).selectOption('codes')
  await expect(page.getByText(t('workspaces:history.none'))).toBeVisible()
})

test('an invitation goes by mail and serves its address alone; who joins as billing pays for the workspace, and gets its report', async ({
  page,
  browser,
  startOwnServer,
}) => {
  const mails = await openMailServer()
  const { appUrl, setupToken } = await startOwnServer({
    ...{ BILLING: 'on', ...mails.env, BANK_BIN: '970416' },
    ...{ BANK_ACCOUNT_NUMBER: '123456789', BANK_ACCOUNT_NAME: 'CONG TY SCANLEAF' },
  })
  const lan = await Shop.open(page, appUrl, 'lan', 'en', { setupToken })
  await signUp(appUrl, 'cashier')
  await page.goto(`${appUrl}/settings/members?lng=en`)
  await page.getByRole('textbox', { name: t('workspaces:invite.email') }).fill('cashier@example.vn')
  await page.getByRole('combobox', { name: t('workspaces:invite.role') }).selectOption('billing')
  await page.getByRole('button', { name: t('workspaces:invite.send') }).click()
  await expect(page.getByText('cashier@example.vn', { exact: true })).toBeVisible()
  // The first two verify the addresses of the new accounts.
  const links = (await mails.count(3)).map(({ text }) => /http\S+\/invitation\S*#\S+/.exec(text ?? '')?.[0])
  const link = links.find((found) => found !== undefined) ?? ''

  const guest = await (await browser.newContext()).newPage()
  await signInOn(guest, appUrl, await signUp(appUrl, 'somebody'), 'en')
  await guest.goto(link)
  await guest.getByRole('button', { name: /^Join/ }).click()
  const other = { invited: 'c•••@example.vn', signedIn: 'somebody@example.vn' }
  await expect(guest.getByText(t('errors:OtherAddress', other))).toBeVisible()
  await axeInBothSchemes(guest)
  await guest.getByRole('button', { name: t('workspaces:invitation.other-account') }).click()
  await guest.getByRole('textbox', { name: t('account:login') }).fill('cashier')
  await guest.getByLabel(t('account:password'), { exact: true }).fill('quán phở số 7')
  await guest.getByRole('button', { name: t('account:sign-in'), exact: true }).click()
  await guest.getByRole('button', { name: /^Join/ }).click()
  await expect(guest).toHaveURL(/\/dynamic-codes/)

  await guest.goto(`${appUrl}/payment?lng=en`)
  await guest.getByRole('radio', { name: /\b99,000/ }).click()
  const dialog = guest.getByRole('dialog')
  await dialog.getByRole('button', { name: t('billing:upgrade.change') }).click()
  await dialog.getByRole('button', { name: t('billing:pay') }).click()
  const transfer = guest.getByRole('dialog', { name: t('billing:transfer.title') })
  const reference = await transfer
    .getByText(/^QC[0-9A-Z]{8}$/)
    .first()
    .textContent()
  const confirm = `/gateway/api/admin/billing/transfers/${reference}/confirm`
  await lan.call('POST', confirm, { amount: 99_000, bankReference: 'FT1' })
  await expect(transfer.getByText(t('billing:transfer.success'))).toBeVisible()
  // The plan is the workspace’s.
  expect((await lan.transactions()).map(({ status }) => status)).toEqual(['success'])

  await guest.goto(`${appUrl}/account/profile?lng=en`)
  const report = guest.getByRole('switch', { name: /^Weekly report of/ })
  await report.click()
  await expect(guest.getByText(t('mail-settings:saved'))).toBeVisible()
  await expect(report).toBeChecked()
  await mails.close()
})
