import { freePorts } from '../../harness/server'
import { expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf, register } from '../../pages/people'

const t = textsOf('en')

for (const [setting, given] of [
  ['ALLOWED_ORIGINS', 'sid'],
  ['HANDOVER_CODE_ORIGINS', 'code'],
] as const)
  test(`an outside account service signs people in and hands them back by a ${given}`, async ({
    page,
    startOwnServer,
  }) => {
    const productPorts = await freePorts()
    const product = `http://localhost:${productPorts[0]}`
    const accounts = await startOwnServer({ [setting]: product })
    await startOwnServer({ IDENTITY_URL: accounts.appUrl }, productPorts)
    const addresses: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && addresses.push(request.url()))
    await page.goto(`${product}/static-codes?lng=en`)
    await expect(page).toHaveURL(new RegExp(`^${accounts.appUrl}/account/login`))
    await page.getByRole('link', { name: t('account:register') }).click()
    await register(page, 'visitor')
    await expect(page).toHaveURL(new RegExp(`^${product}/static-codes`))
    await expect(page.getByRole('heading', { name: t('user-codes:static.title') })).toBeVisible()
    expect(await page.evaluate(() => window.location.href)).not.toMatch(/(sid|code)=/)
    const handed = addresses.flatMap((address) => [...new URL(address).searchParams.keys()])
    expect(handed.filter((name) => name === 'sid' || name === 'code')).toEqual([given])
  })

test('an account service hands no session to a stranger’s origin', async ({ page, server }) => {
  const evil = 'https://evil.example/auth'
  await page.goto(`/account/register?lng=en&redirect=${encodeURIComponent(evil)}`)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await register(page, nameOf('careful'))
  await expect(page).toHaveURL(new RegExp(`^${server.appUrl}/dynamic-codes`))
  expect(
    addresses.filter((address) => address.includes('sid=')),
    'our own pages need none',
  ).toEqual([])
})
