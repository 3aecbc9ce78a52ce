import type { Page } from '@playwright/test'
import { axe, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop, signUp } from '../../pages/shop'

const t = textsOf('en')

const sessionItems = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('qc_')))

/** Where everybody without a session is led, over more than one page. */
const signInIsThere = (page: Page) =>
  expect(page.getByRole('heading', { name: t('account:sign-in'), exact: true })).toBeVisible()

/** The account of the link's author. */
async function aStranger(appUrl: string, name: string): Promise<{ id: string; sid: string; email: string }> {
  const username = nameOf(`${name}`)
  const sid = await signUp(appUrl, username)
  const reply = await fetch(`${appUrl}/verify-session`, { headers: { 'x-session-id': sid } })
  const { result } = (await reply.json()) as { result: { id: string; email: string } }
  return { ...result, sid }
}

test(
  'a link with the session of a stranger asks first, and leaves no trace of it',
  onPhonesAlone(true),
  async ({ page, server }) => {
    const { id, sid, email } = await aStranger(server.appUrl, 'stranger')
    const told: string[] = []
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) told.push(request.url(), request.headers()['referer'] ?? '')
    })
    await page.goto(`/auth?id=${id}&sid=${sid}&lng=en&state=guessed`)
    const question = page.getByRole('dialog', { name: t('account:auth.continue-as', { name: email }) })
    await expect(question).toBeVisible()
    await axe(page)
    expect(await sessionItems(page)).toEqual([])
    expect(page.url()).not.toContain(sid)
    await question.getByRole('button', { name: t('account:auth.refuse') }).click()
    await signInIsThere(page)
    expect(await sessionItems(page)).toEqual([])
    expect(told.filter((text) => text.includes(sid))).toEqual([])
    expect(server.output()).not.toContain(sid)
  },
)

test('who is signed in stays so, whatever session a link hands over', async ({ page, server }) => {
  const { id, sid, email } = await aStranger(server.appUrl, 'other')
  const own = nameOf('own')
  await Shop.open(page, server.appUrl, own, 'en')
  const before = await page.evaluate(() => ({ ...localStorage }))
  await page.goto(`/auth?id=${id}&sid=${sid}&lng=en`)
  const question = page.getByRole('dialog', { name: t('account:auth.continue-as', { name: email }) })
  await question.getByRole('button', { name: t('account:auth.refuse') }).click()
  await expect(page).toHaveURL(/\/dynamic-codes/)
  expect(await page.evaluate(() => localStorage.getItem('qc_sid'))).toBe(before['qc_sid'])
})

test('a session that is handed over under another id is none', async ({ page, server }) => {
  const [one, other] = [await aStranger(server.appUrl, 'one'), await aStranger(server.appUrl, 'two')]
  await page.goto(`/auth?id=${other.id}&sid=${one.sid}&lng=en`)
  await signInIsThere(page)
  expect(await sessionItems(page)).toEqual([])
})
