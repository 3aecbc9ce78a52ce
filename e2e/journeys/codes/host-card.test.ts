import { axe, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const t = textsOf('en')
const SIBLING = 'https://cards.example.vn/an'

test('a card that leads to another site keeps leading there until its owner hosts it here @phone', async ({
  page,
  server,
  consoleGuard,
}) => {
  // The code has no page yet.
  consoleGuard.tolerateStatus(404)
  const shop = await Shop.open(page, server.appUrl, nameOf('card'), 'en')
  const card = await shop.add({ contentType: 'VCard', content: { content: SIBLING }, name: 'An’s card' })
  const scan = () => fetch(`${card.codeRedirect}?lng=en`, { redirect: 'manual' })
  const leadsTo = async () => (await scan()).headers.get('location')
  await expect.poll(leadsTo).toBe(SIBLING)
  const fill = (key: string, text: string) =>
    page.getByRole('textbox', { name: t(key), exact: true }).fill(text)
  const next = () => page.getByRole('button', { name: t('page-editor:wizard.next'), exact: true }).click()
  const create = page.getByRole('button', { name: t('page-editor:wizard.create'), exact: true })

  await page.goto(`/dynamic-codes?code=${card.id}&lng=en`)
  await page.getByRole('link', { name: t('page-editor:host-card') }).click()
  await fill('content-types:field.lastName', 'Trần')
  await fill('content-types:field.firstName', 'An')
  await next()
  await fill('content-types:field.mobilePhone', '0901234567')
  await next()
  await next()
  await axe(page)
  await expect.poll(leadsTo).toBe(SIBLING)

  // Its draft is stored, its publication is not: what is printed still leads to the card that is there.
  consoleGuard.tolerateStatus(500)
  await page.route('**/pages/*/publish', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await create.click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await leadsTo()).toBe(SIBLING)

  // Who comes back finds the draft instead of the questions.
  await page.goto(`/dynamic-codes/new-page?kind=contact&code=${card.id}&lng=en`)
  await expect(page).toHaveURL(new RegExp(`/dynamic-codes/${card.id}/page`))
  await page.getByRole('button', { name: t('page-editor:publish'), exact: true }).click()
  await expect.poll(async () => (await scan()).status).toBe(200)
  expect(await (await scan()).text()).toContain('Trần An')
  const saved = await fetch(`${card.codeRedirect}?file=contact.vcf`)
  expect(await saved.text()).toMatch(/^BEGIN:VCARD[\s\S]*0901234567[\s\S]*END:VCARD/)
})
