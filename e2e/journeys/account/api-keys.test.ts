import { axeInBothSchemes, expect, onPhones, test } from '../../harness/test'
import { IS_NIGHTLY, textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

test(
  'a key is made, seen once, makes a code from outside, and is revoked, by keyboard',
  onPhones(IS_NIGHTLY),
  async ({ page, server, request }, { project }) => {
    const language = project.name === 'phone' ? 'ar' : 'en'
    const t = textsOf(language)
    await Shop.open(page, server.appUrl, nameOf('keys'), language)
    await page.goto(`/settings/api-keys?lng=${language}`)
    await expect(page.getByText(t('api-keys:empty'))).toBeVisible()
    await axeInBothSchemes(page)

    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).first().focus()
      await page.keyboard.press('Enter')
    }
    await press(t('api-keys:create'))
    const dialog = page.getByRole('dialog')
    const toggle = async (scope: string) => {
      await dialog.getByRole('checkbox', { name: scope }).focus()
      await page.keyboard.press('Space')
    }
    const preset = dialog.getByLabel(t('api-keys:preset'), { exact: true })
    await expect(preset).toHaveValue('read')
    for (const scope of ['codes:read', 'scans:read']) await toggle(scope)
    await expect(dialog.getByRole('alert')).not.toBeEmpty()
    await expect(preset).toHaveValue('own')
    await preset.selectOption('sale')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await axeInBothSchemes(page)
    await dialog.getByRole('textbox').focus()
    await page.keyboard.type('Máy bán hàng')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    const ready = page.getByRole('status').filter({ hasText: t('api-keys:shown-once') })
    const key = (await ready.getByText(/^slk_/).textContent()) ?? ''
    await axeInBothSchemes(page)
    await press(t('common:saved-it'))
    await expect(page.getByText(key)).toHaveCount(0)

    const path = `${server.appUrl}/gateway/api/qrcode/user-codes`
    const list = `${path}?productId=dynamic-code`
    const headers = { authorization: `Bearer ${key}` }
    const data = {
      contentType: 'Website',
      codeContent: JSON.stringify({ content: 'https://shop.example/' }),
      isDynamicCode: true,
    }
    const made = await request.post(path, { headers, data })
    expect(made.status()).toBe(201)
    expect((await made.json()).result.createdBy).toBe('Máy bán hàng · API')
    expect((await request.get(list, { headers })).status()).toBe(200)

    const line = page.getByRole('listitem').filter({ hasText: 'Máy bán hàng' })
    const pressOf = async (name: string) => {
      await line.getByRole('button', { name }).focus()
      await page.keyboard.press('Enter')
    }
    await pressOf(t('api-keys:edit'))
    await toggle('codes:read')
    await axeInBothSchemes(page)
    await dialog.getByRole('textbox').focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    expect((await request.get(list, { headers })).status()).toBe(403)
    await pressOf(t('api-keys:revoke'))
    await dialog.getByRole('button', { name: t('api-keys:revoke'), exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('api-keys:empty'))).toBeVisible()
    expect((await request.post(path, { headers, data })).status()).toBe(401)
  },
)
