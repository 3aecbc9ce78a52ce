import { get } from 'node:http'
import type { DomainSettings } from '@scanleaf/shared'
import { type DnsSimulator, startDnsSimulator } from '@scanleaf/simulators'
import { axe, axeInBothSchemes, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { GeneratorPage } from '../../pages/generator-page'
import { Shop, signUp } from '../../pages/shop'

const ADDRESS = '203.0.113.80'
const DOMAIN = 'qr.shop.example.vn'
const ROOT = 'example.vn'
const t = textsOf('vi')

/** Asks for the settings of somebody, or changes them. */
async function settings(origin: string, sid: string, path = '', change?: object): Promise<DomainSettings> {
  const response = await fetch(`${origin}/gateway/api/qrcode/settings${path}`, {
    headers: { authorization: `Bearer ${sid}`, 'content-type': 'application/json' },
    ...(change && { method: 'PATCH', body: JSON.stringify(change) }),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { result: DomainSettings }).result
}

/** Points the domain at us, with the TXT record that verifies it. */
async function give(dns: DnsSimulator, origin: string, sid: string): Promise<void> {
  const { guidance } = await settings(origin, sid)
  dns.says(DOMAIN, { a: [ADDRESS], txt: [guidance?.qrcodeProof ?? ''] })
}

/** Where a scan of a path on somebody's domain leads. */
function locationOf(codeHost: string, host: string, path: string): Promise<string | undefined> {
  const { hostname, port } = new URL(codeHost)
  return new Promise((resolve, reject) => {
    get({ host: hostname, port, path, headers: { host } }, (response) => {
      response.resume()
      resolve(response.headers.location)
    }).once('error', reject)
  })
}

test('a proven domain stands before new links, and its loss is told over every screen', async ({
  page,
  startOwnServer,
  consoleGuard,
}) => {
  // A link that another code has.
  consoleGuard.tolerateStatus(422)
  const dns = await startDnsSimulator()
  const server = await startOwnServer({ BILLING: 'off', DOMAIN_ADDRESS: ADDRESS, DNS_SERVERS: dns.address })
  try {
    const { appUrl } = server
    const shop = await Shop.open(page, appUrl, 'own-domain', 'vi')
    await give(dns, appUrl, shop.sid)
    await page.goto(`${appUrl}/settings/domain?lng=vi`)
    const card = page.getByRole('region', { name: t('settings:qrcode.title') })
    const field = card.getByRole('textbox', { name: t('settings:field') })
    dns.says(ROOT, { a: ['198.51.100.7'], mx: [`mail.${ROOT}`] })
    await field.fill(ROOT)
    const warning = card.getByRole('status')
    await expect(warning.getByText(t('settings:place.website'))).toBeVisible()
    await expect(warning.getByText(t('settings:place.mail'))).toBeVisible()
    await expect(warning.getByText(`MX mail.${ROOT}`)).toBeVisible()
    await axeInBothSchemes(page)
    await warning.getByRole('button', { name: /qr\.example\.vn/ }).click()
    await expect(field).toHaveValue(`qr.${ROOT}`)
    await expect(warning).toBeHidden()
    await field.fill(DOMAIN)
    const record = card.getByRole('row').filter({ hasText: ADDRESS })
    await expect(record.getByText('qr.shop', { exact: true })).toBeVisible()
    await expect(record.getByRole('button', { name: t('common:copy') })).toHaveCount(3)
    await card.getByRole('button', { name: t('settings:verify') }).click()
    await expect(card.getByText(t('settings:verified'), { exact: true })).toBeVisible()

    await page.goto(`${appUrl}/dynamic-codes/generator?lng=vi`)
    const generator = new GeneratorPage(page, t)
    await generator.fill({ content: 'https://shop.example.vn/menu' })
    await page.getByRole('switch', { name: t('generator:manual-id.choose') }).check()
    await expect(page.getByText(`${DOMAIN}/`, { exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: t('generator:manual-id') }).fill('thuc-don')
    await generator.create()
    await expect(page.getByRole('link', { name: /thuc-don$/ })).toHaveAttribute(
      'href',
      `https://${DOMAIN}/thuc-don`,
    )

    // A link that another service printed on this domain leads to the code, too.
    const { id } = await shop.add({ content: { content: 'https://shop.example.vn/wifi' } })
    await page.goto(`${appUrl}/dynamic-codes?code=${id}&lng=vi`)
    await page.getByRole('button', { name: t('user-codes:paths.add') }).click()
    const dialog = page.getByRole('dialog', { name: t('user-codes:paths.add-title') })
    const printed = dialog.getByRole('textbox', { name: t('user-codes:paths.field') })
    await printed.fill('thuc-don')
    await printed.press('Enter')
    await expect(dialog.getByText(t('errors:field.path-taken'))).toBeVisible()
    await axeInBothSchemes(page)
    await printed.fill(`https://${DOMAIN}/Wifi-T2`)
    await printed.press('Enter')
    await expect(page.getByRole('link', { name: `${DOMAIN}/Wifi-T2` })).toBeVisible()
    expect(await locationOf(server.codeHost, DOMAIN, '/Wifi-T2')).toBe('https://shop.example.vn/wifi')
    await axeInBothSchemes(page)
    await page
      .getByRole('button', { name: new RegExp(`${t('user-codes:paths.remove-confirm')}.*Wifi-T2`) })
      .click()
    await page.getByRole('button', { name: t('user-codes:paths.remove-confirm'), exact: true }).click()
    await expect(page.getByText(t('user-codes:paths.none'), { exact: true })).toBeVisible()

    const rival = await signUp(appUrl, 'rival')
    await give(dns, appUrl, rival)
    await settings(appUrl, rival, '', { qrcodeDomain: DOMAIN })
    await settings(appUrl, rival, '/verify-domain', { qrcodeDomain: DOMAIN })
    await page.goto(`${appUrl}/static-codes?lng=vi`)
    const banner = page.getByRole('status').filter({ hasText: DOMAIN })
    await expect(banner).toBeVisible()
    await axe(page)
    await banner.getByRole('link', { name: t('settings:trouble.open') }).click()
    await expect(card.getByText(t('settings:not-verified'))).toBeVisible()
  } finally {
    await dns.close()
  }
})
