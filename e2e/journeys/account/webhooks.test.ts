import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { axeInBothSchemes, expect, onPhones, test } from '../../harness/test'
import { IS_NIGHTLY, textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

/** A receiver inside, which the server may call; it refuses until it is told otherwise. */
async function openReceiver() {
  const received: { type: string; signatures: number }[] = []
  let status = 503
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const signatures = String(request.headers['webhook-signature']).split(' ').length
      received.push({ type: JSON.parse(body).type, signatures })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    accept: () => {
      status = 204
    },
    close: () => server.close(),
  }
}

test(
  'a webhook is added, tested, fails, is sent again, gets a new secret, pauses and is deleted, by keyboard',
  onPhones(IS_NIGHTLY),
  async ({ page, server, request, consoleGuard }, { project }) => {
    const language = project.name === 'phone' ? 'ar' : 'en'
    const t = textsOf(language)
    const receiver = await openReceiver()
    const { sid } = await Shop.open(page, server.appUrl, nameOf('hooks'), language)
    await page.goto(`/settings/webhooks?lng=${language}`)
    await expect(page.getByText(t('webhooks:empty'))).toBeVisible()
    await axeInBothSchemes(page)

    consoleGuard.allowStatus(422)
    const press = async (name: string | RegExp, scope = page.locator('body')) => {
      await scope
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first()
        .focus()
      await page.keyboard.press('Enter')
    }
    await press(t('webhooks:create'))
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').focus()
    await page.keyboard.type('https://10.0.0.24/hook')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(t('errors:field.private-address'))).toBeVisible()
    await axeInBothSchemes(page)
    await dialog.getByRole('textbox').fill(receiver.url)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    const secrets = page.getByRole('status').filter({ hasText: t('webhooks:copy') })
    const secret = (await secrets.getByText(/^whsec_/).textContent()) ?? ''
    await axeInBothSchemes(page)
    await press(t('common:saved-it'))
    await expect(page.getByText(secret)).toHaveCount(0)

    await press(t('webhooks:test'))
    const answered = page.getByText(/503/)
    await expect(answered.first()).toBeVisible()
    expect(receiver.received).toEqual([{ type: 'test', signatures: 1 }])

    const made = await request.post(`${server.appUrl}/gateway/api/qrcode/user-codes`, {
      headers: { authorization: `Bearer ${sid}` },
      data: {
        contentType: 'Website',
        codeContent: JSON.stringify({ content: 'https://shop.example/' }),
        isDynamicCode: true,
      },
    })
    expect(made.status()).toBe(201)
    await expect.poll(() => receiver.received.length).toBeGreaterThan(1)
    await page.reload()
    await press('code.created')
    await expect(page.getByText(t('webhooks:attempts'))).toBeVisible()
    await expect(page.getByText('"type": "code.created"')).toBeVisible()
    await axeInBothSchemes(page)

    receiver.accept()
    await press(`${t('webhooks:again')}: code.created`)
    const row = page.getByRole('row').filter({ hasText: 'code.created' }).first()
    await expect(row.getByText('204')).toBeVisible()

    const menu = async (name: string) => {
      await press(new RegExp(receiver.url))
      const item = page.getByRole('menuitem', { name, exact: true })
      await item.focus()
      await page.keyboard.press('Enter')
    }
    await menu(t('webhooks:show'))
    await expect(secrets.getByText(secret)).toBeVisible()
    await press(t('common:saved-it'))

    await menu(t('webhooks:replace'))
    await press(t('webhooks:replace'), dialog)
    await expect(secrets.getByText(/^whsec_/)).not.toHaveText(secret)
    await press(t('common:saved-it'))
    await press(t('webhooks:test'))
    await expect.poll(() => receiver.received.at(-1)).toEqual({ type: 'test', signatures: 2 })

    await menu(t('webhooks:pause'))
    await expect(page.getByText(t('webhooks:state.paused'), { exact: true })).toBeVisible()
    await menu(t('webhooks:resume'))
    await expect(page.getByText(t('webhooks:state.on'), { exact: true })).toBeVisible()
    await menu(t('webhooks:delete'))
    await press(t('webhooks:delete'), dialog)
    await expect(page.getByText(t('webhooks:empty'))).toBeVisible()
    receiver.close()
  },
)
