import { request } from 'node:http'
import type { DomainSettings } from '@scanleaf/shared'
import { type DnsSimulator, startDnsSimulator } from '@scanleaf/simulators'
import type { RunningServer } from '../../harness/server'
import { axe, axeInBothSchemes, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf, walkedIn } from '../../harness/texts'
import { Shop } from '../../pages/shop'

const ADDRESS = '203.0.113.80'
const HOST = 'go.quanlan.vn'

/** As Bitly writes it: two codes on the shop's own domain, one on Bitly's, and one that leads to no web page. */
const FILE = [
  'link,long_url,title,created_at,archived,tags,custom_bitlinks',
  `https://bit.ly/3aB,https://quanlan.vn/thuc-don,Thực đơn,2022-07-01T02:03:04+0000,false,,https://${HOST}/menu`,
  `https://bit.ly/3aC,https://quanlan.vn/wifi,Wifi,2022-07-01T02:03:04+0000,false,,https://${HOST}/Wifi-T2`,
  'https://bit.ly/3aD,https://quanlan.vn/to-roi,Tờ rơi,2022-07-01T02:03:04+0000,false,,',
  `https://bit.ly/3aE,market://details?id=vn.quanlan,App,2022-07-01T02:03:04+0000,false,,https://${HOST}/app`,
].join('\n')

/** What a phone gets that scans a printed code, once the domain leads here. */
function scan({ codeHost }: RunningServer, path: string): Promise<{ status?: number; location?: string }> {
  return new Promise((resolve, reject) => {
    request(`${codeHost}/${path}`, { headers: { host: HOST } }, (response) => {
      response.resume()
      resolve({
        ...(response.statusCode !== undefined && { status: response.statusCode }),
        ...(response.headers.location !== undefined && { location: response.headers.location }),
      })
    })
      .on('error', reject)
      .end()
  })
}

/** The shop enters the domain, and points it here with the TXT record that proves it. */
async function point(dns: DnsSimulator, { appUrl }: RunningServer, sid: string): Promise<void> {
  const response = await fetch(`${appUrl}/gateway/api/qrcode/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${sid}`, 'content-type': 'application/json' },
    body: JSON.stringify({ qrcodeDomain: HOST, qrcodeDomainEnabled: true }),
  })
  expect(response.status).toBe(200)
  const { result } = (await response.json()) as { result: DomainSettings }
  dns.says(HOST, { a: [ADDRESS], txt: [result.guidance?.qrcodeProof ?? ''] })
}

/** Somebody renames an imported code. */
async function rename({ appUrl }: RunningServer, sid: string, name: string): Promise<void> {
  const codes = `${appUrl}/gateway/api/qrcode/user-codes`
  const headers = { authorization: `Bearer ${sid}`, 'content-type': 'application/json' }
  const found = await fetch(`${codes}?${new URLSearchParams({ productId: 'dynamic-code', q: name })}`, {
    headers,
  })
  const { result } = (await found.json()) as { result: { id: string }[] }
  const body = JSON.stringify({ name: `${name} 2` })
  const changed = await fetch(`${codes}/${result[0]?.id}`, { method: 'PATCH', headers, body })
  expect(changed.status).toBe(200)
}

for (const language of walkedIn('vi', 'ar')) {
  test(
    `codes printed elsewhere move in, lead where they led, and go again, in ${language}`,
    onPhonesAlone(language === 'vi'),
    async ({ page, startOwnServer, consoleGuard }) => {
      consoleGuard.tolerateStatus(422)
      const t = textsOf(language)
      const dns = await startDnsSimulator()
      dns.says(HOST, { a: ['198.51.100.7'] })
      const server = await startOwnServer({
        BILLING: 'off',
        DOMAIN_ADDRESS: ADDRESS,
        DNS_SERVERS: dns.address,
      })
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const choose = (name: string, text: string) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
      try {
        const shop = await Shop.open(page, server.appUrl, `mover-${language}`, language)
        await page.goto(`${server.appUrl}/dynamic-codes?lng=${language}`)
        await page.getByRole('link', { name: t('user-codes:empty.move-in') }).click()
        await expect(page.getByText(t('bulk:import.recent.empty'))).toBeVisible()
        await axeInBothSchemes(page)
        await choose('broken.csv', 'link,long_url\n"https://go.quanlan.vn/a,https://quanlan.vn/a\n')
        await expect(page.getByRole('alert')).toBeVisible()

        await choose('bitly.csv', FILE)
        const filter = (name: string) => page.getByRole('button', { name: t(`bulk:import.group.${name}`) })
        await expect(filter('kept')).toContainText('2')
        await expect(page.getByText(`${HOST}/Wifi-T2`)).toBeVisible()
        await axeInBothSchemes(page)
        await filter('review').click()
        await expect(page.getByText('market://details?id=vn.quanlan')).toBeVisible()
        await expect(page.getByText(`${HOST}/Wifi-T2`)).toBeHidden()
        await press(t('bulk:import.columns.change'))
        await expect(page.getByLabel('long_url', { exact: true })).toHaveValue('target')
        await axe(page)
        await press(t('common:cancel'))
        await press(t('bulk:import.run', { count: 3 }))
        await expect(page.getByText(t('bulk:import.done', { total: 3 }))).toBeVisible()

        // It is the same after a reload: the old service still has the domain.
        await page.reload()
        await press(t('bulk:import.check'))
        await expect(page.getByText(t('bulk:import.check.right', { right: 2, total: 2 }))).toBeVisible()
        await expect(page.getByText(t('bulk:import.check.by-id'))).toBeVisible()
        await expect(page.getByText(t('bulk:import.dns.elsewhere'))).toBeVisible()
        await axeInBothSchemes(page)
        // No domain of ours yet.
        expect((await scan(server, 'Wifi-T2')).status).toBe(421)

        await point(dns, server, shop.sid)
        await press(t('bulk:check-again'))
        await expect(page.getByText(t('bulk:import.dns.here'), { exact: true })).toBeVisible()
        await expect(page.getByText(t('bulk:import.check.by-id'))).toBeHidden()
        await expect(page.getByText(t('bulk:import.check.right', { right: 2, total: 2 }))).toBeVisible()
        expect(await scan(server, 'menu')).toEqual({ status: 302, location: 'https://quanlan.vn/thuc-don' })
        // Printed in another case, too; a look at it counts as no scan.
        expect((await scan(server, 'wifi-t2+')).status).toBe(200)

        await rename(server, shop.sid, 'Tờ rơi')
        await press(t('bulk:undo'))
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('bulk:undo'), exact: true })
          .click()
        // The code that was renamed stays, and the screen says why; the others go to the trash with their paths.
        await expect(page.locator('#point')).toBeHidden()
        await expect(page.getByText(t('errors:field.changed-since'))).toBeVisible()
        await page.getByRole('link', { name: t('bulk:import.another-file') }).click()
        await expect(page.getByText(t('bulk:state.undone'))).toBeVisible()
        expect((await scan(server, 'Wifi-T2')).status).toBe(410)
      } finally {
        await dns.close()
      }
    },
  )
}
