import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { axeInBothSchemes, expect, onPhones, test } from '../../harness/test'
import { IS_NIGHTLY, textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

test(
  'a program is let into a workspace that is named, works there, and is out once it is revoked',
  onPhones(IS_NIGHTLY),
  async ({ page, server, request }, { project }) => {
    const language = project.name === 'phone' ? 'ar' : 'en'
    const t = textsOf(language)
    // The program on the person’s computer, which waits for its code.
    const program = createServer((_request, response) => response.end('done'))
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(program.address() as AddressInfo).port}`
    const redirect = `http://${host}/callback`
    const shop = await Shop.open(page, server.appUrl, nameOf('connect'), language)
    const session = { authorization: `Bearer ${shop.sid}` }
    const registered = await request.post(`${server.appUrl}/oauth/register`, {
      data: { client_name: 'Claude Code', redirect_uris: [redirect] },
    })
    const client_id = (await registered.json()).client_id
    const verifier = 'v'.repeat(43)
    const resource = `${server.appUrl}/mcp`
    const asked = new URLSearchParams({
      ...{ response_type: 'code', client_id, redirect_uri: redirect, resource, state: 'kept' },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const own = await request.get(`${server.appUrl}/gateway/api/workspaces`, { headers: session })
    const { name: workspace } = (await own.json()).result[0]

    await page.goto(`/oauth/authorize?${asked}&lng=${language}`)
    const main = page.getByRole('main')
    await expect(main.getByText(workspace, { exact: true })).toBeVisible()
    await expect(main.getByText(host, { exact: true })).toHaveCount(2)
    await expect(page.getByRole('heading', { name: /Claude Code/ })).toBeVisible()
    await axeInBothSchemes(page)
    await page.getByRole('checkbox').nth(1).press('Space')
    await page.getByRole('button', { name: t('api-keys:connect.allow'), exact: true }).press('Enter')
    await page.waitForURL(`${redirect}?*`)
    const back = new URL(page.url()).searchParams
    expect([back.get('state'), back.get('iss')]).toEqual(['kept', server.appUrl])

    const tokens = await request.post(`${server.appUrl}/oauth/token`, {
      form: {
        ...{ grant_type: 'authorization_code', client_id, code: back.get('code') ?? '' },
        ...{ code_verifier: verifier, redirect_uri: redirect, resource },
      },
    })
    const { access_token, scope } = await tokens.json()
    expect(scope).toBe('codes:read scans:read')
    const listTools = () =>
      request.post(resource, {
        headers: {
          authorization: `Bearer ${access_token}`,
          accept: 'application/json, text/event-stream',
        },
        data: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      })
    expect((await listTools()).status()).toBe(200)

    await page.goto(`${server.appUrl}/settings/api-keys?lng=${language}`)
    const line = page.getByRole('listitem').filter({ hasText: 'Claude Code' })
    await expect(line.getByText(host)).toBeVisible()
    await line.getByRole('button', { name: t('api-keys:revoke') }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('api-keys:revoke'), exact: true }).press('Enter')
    await expect(page.getByText(t('api-keys:empty'))).toBeVisible()
    expect((await listTools()).status()).toBe(401)

    await page.goto(`${server.appUrl}/oauth/authorize?${asked}&lng=${language}`)
    await page.getByRole('button', { name: t('api-keys:connect.deny'), exact: true }).press('Enter')
    await page.waitForURL(`${redirect}?*`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
    program.close()
  },
)
