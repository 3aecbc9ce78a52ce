import { clientBundle } from '../../harness/client-bundle'
import { axeInBothSchemes, expect, onPhones, test } from '../../harness/test'
import { IS_NIGHTLY, textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

test(
  'a sheet is connected with one press, reads the codes by its link alone, and is refused by the old and the revoked one',
  onPhones(true),
  async ({ page, server, request }, { project }) => {
    const language = project.name === 'phone' && IS_NIGHTLY ? 'ar' : 'en'
    const t = textsOf(language)
    const shop = await Shop.open(page, server.appUrl, nameOf('sheets'), language)
    const session = { authorization: `Bearer ${shop.sid}` }
    await request.post(`${server.appUrl}/gateway/api/qrcode/user-codes`, {
      headers: session,
      data: {
        ...{ contentType: 'Website', codeContent: JSON.stringify({ content: 'https://shop.example/' }) },
        ...{ isDynamicCode: true, name: 'Bàn số 1' },
      },
    })
    const read = (url: string) => request.get(url)

    await page.goto(`/settings/connect?lng=${language}`)
    const sheets = page.getByRole('region', { name: 'Google Sheets', exact: true })
    await expect(sheets).toBeVisible()
    await axeInBothSchemes(page)
    await sheets.getByRole('button', { name: t('connect:create'), exact: true }).press('Enter')
    const formula = (await sheets.getByText(/^=IMPORTDATA\("/).textContent()) ?? ''
    const [, url = ''] = /^=IMPORTDATA\("([^"]+)"\)$/.exec(formula) ?? []
    expect(url).toMatch(`${server.appUrl}/feeds/slf_`)
    await axeInBothSchemes(page)
    const csv = await read(url)
    expect([csv.status(), csv.headers()['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(await csv.text()).toContain('"Bàn số 1"')
    await sheets.getByRole('button', { name: t('common:saved-it'), exact: true }).press('Enter')
    await expect(page.getByText(url)).toHaveCount(0)

    const script = sheets.getByRole('link', { name: t('connect:file.script'), exact: true })
    const code = await (await request.get((await script.getAttribute('href')) ?? '')).text()
    expect(code).toContain(`${server.appUrl}/gateway/api/qrcode/user-codes`)
    expect(code).toContain(t('connect:script.codes'))

    const n8n = page.getByRole('region', { name: 'n8n', exact: true })
    const workflows = await n8n
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(workflows).toHaveLength(3)
    for (const workflow of workflows)
      expect((await (await request.get(workflow ?? '')).json()).nodes.length).toBeGreaterThan(4)
    await n8n.getByRole('button', { name: t('api-keys:create'), exact: true }).press('Enter')
    const header = (await n8n.getByText(/^Authorization: Bearer slk_/).textContent()) ?? ''
    const called = await request.get(
      `${server.appUrl}/gateway/api/qrcode/user-codes?productId=dynamic-code`,
      { headers: { authorization: header.replace('Authorization: ', '') } },
    )
    expect((await called.json()).result).toHaveLength(1)

    // The client runs in a browser, too.
    const [, key] = /Bearer (\S+)/.exec(header) ?? []
    const names = await page.evaluate(`(async () => {
      ${await clientBundle(server.appUrl)}
      const names = []
      const scanleaf = new client.Scanleaf({ key: ${JSON.stringify(key)} })
      for await (const { name } of scanleaf.each('codes.list', { query: { productId: 'dynamic-code' } })) names.push(name)
      return names
    })()`)
    expect(names).toEqual(['Bàn số 1'])

    await page.getByRole('link', { name: t('connect:open-keys'), exact: true }).press('Enter')
    const line = page.getByRole('listitem').filter({ hasText: 'Google Sheets' })
    await expect(line.getByText(t('api-keys:feed'), { exact: true })).toBeVisible()
    await line.getByRole('button', { name: new RegExp(`^${t('api-keys:replace')}`) }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('api-keys:replace'), exact: true }).press('Enter')
    const replaced = (await page.getByText(/\/feeds\/slf_/).textContent()) ?? ''
    expect([(await read(url)).status(), (await read(replaced)).status()]).toEqual([404, 200])
    await axeInBothSchemes(page)

    await line.getByRole('button', { name: new RegExp(`^${t('api-keys:revoke')}`) }).press('Enter')
    await dialog.getByRole('button', { name: t('api-keys:revoke'), exact: true }).press('Enter')
    await expect(line).toHaveCount(0)
    expect((await read(replaced)).status()).toBe(404)
  },
)
