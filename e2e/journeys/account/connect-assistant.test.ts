import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Page } from '@playwright/test'
import { axeInBothSchemes, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf, register } from '../../pages/people'
import { type Presses, pressesOn } from '../../pages/presses'

const t = textsOf('en')
const IMPLEMENTATION = { name: 'Claude Code', version: '1.0.0' }
const ASSISTANTS = 'Claude, ChatGPT, Cursor'

/** Somebody new, on the screen that says how an assistant is connected. @returns its card */
async function reachCard(page: Page, { press }: Presses, who: string) {
  await page.goto('/account/register?lng=en')
  await register(page, nameOf(who))
  await expect(page).toHaveURL(/\/dynamic-codes/)
  await press('link', t('common:nav.settings'))
  await press('link', t('settings:tab.connect'))
  const card = page.getByRole('region', { name: ASSISTANTS, exact: true })
  await expect(card).toBeVisible()
  return card
}

/** What an assistant on this computer keeps, where it waits for its code, and where it sent its person. */
async function openProgram() {
  const kept: {
    client?: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
    tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>
    verifier?: string
    sentTo?: URL
  } = {}
  const listener = createServer((_request, response) => response.end('You can close this page.'))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const redirectUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      ...{ client_name: IMPLEMENTATION.name, redirect_uris: [redirectUrl] },
      ...{ token_endpoint_auth_method: 'none', response_types: ['code'] },
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      kept.sentTo = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return { kept, provider, redirectUrl, close: () => listener.close() }
}

/** The sentence of the card, as the assistant passes it on; then the person confirms it. */
async function makeFirstCode(page: Page, { press }: Presses, client: Client) {
  const called = await client.callTool({ name: 'create_code', arguments: { target: 'https://example.com' } })
  const [{ text }] = called.content as [{ text: string }]
  await page.goto(JSON.parse(text).decideAt)
  await expect(page.getByRole('heading', { name: t('chat:proposal.title') })).toBeVisible()
  await press('button', t('chat:card.confirm'))
  await expect(page.getByText(t('chat:card.status.done'))).toBeVisible()
  await page.goto('/dynamic-codes')
  await expect(page.getByText('example.com', { exact: true })).toBeVisible()
}

test('somebody new connects an assistant by consent and has a first code after at most 6 presses', async ({
  page,
}) => {
  const presses = pressesOn(page)
  const card = await reachCard(page, presses, 'assistant')
  await axeInBothSchemes(page)
  const address = new URL((await card.getByText(/\/mcp$/).textContent()) ?? '')
  await expect(card.getByText(t('connect:step.assistants'))).toBeVisible()

  const { kept, provider, redirectUrl, close } = await openProgram()
  const transportOf = () => new StreamableHTTPClientTransport(address, { authProvider: provider })
  const first = transportOf()
  await expect(new Client(IMPLEMENTATION).connect(first as never)).rejects.toThrow()
  await page.goto(kept.sentTo?.href ?? '')
  await presses.press('button', t('api-keys:connect.allow'))
  await page.waitForURL(`${redirectUrl}?*`)
  await first.finishAuth(new URL(page.url()).searchParams.get('code') ?? '')
  close()

  const client = new Client(IMPLEMENTATION)
  await client.connect(transportOf() as never)
  await makeFirstCode(page, presses, client)
  await client.close()
  // The registration and the copy of the address are two more.
  expect(presses.count() + 2).toBeLessThanOrEqual(6)
})

test('an assistant that takes no consent is connected by the key of its card', async ({ page }) => {
  const presses = pressesOn(page)
  const card = await reachCard(page, presses, 'assistant-key')
  await card.getByRole('button', { name: t('api-keys:create'), exact: true }).click()
  await expect(card.getByText(t('connect:step.assistants-header'))).toBeVisible()
  await axeInBothSchemes(page)
  const shown = card.getByRole('status')
  const address = new URL((await shown.getByText(/\/mcp$/).textContent()) ?? '')
  const header = (await shown.getByText(/^Authorization: Bearer slk_/).textContent()) ?? ''
  const [name = '', value = ''] = header.split(': ')
  const client = new Client(IMPLEMENTATION)
  const transport = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { [name]: value } },
  })
  await client.connect(transport as never)
  expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('create_code')
  await makeFirstCode(page, presses, client)
  await client.close()
})
