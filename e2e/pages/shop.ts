import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Language } from '@scanleaf/shared'
import type { RunningServer } from '../harness/server'

/** Of a server, whichever journey registers them first. */
export const ADMINISTRATOR = 'administrator'
const PASSWORD = 'quán phở số 7'
const CODES = '/gateway/api/qrcode/user-codes'

export interface SeededCode {
  id: string
  name: string
  codeRedirect: string
}

interface NewCode {
  contentType?: string
  content: Record<string, string>
  isDynamicCode?: boolean
  /** Else one is drawn, which a search may find. */
  dynamicId?: string
  name?: string
  tags?: string[]
}

/** A person with codes: registered and stocked by the calls, signed in on the page. */
export class Shop {
  private constructor(
    readonly origin: string,
    readonly sid: string,
  ) {}

  /** @param more a setup token makes the administrator */
  static async open(
    page: Page,
    origin: string,
    username: string,
    language: Language,
    more: { setupToken?: string } = {},
  ): Promise<Shop> {
    const sid = await signUp(origin, username, more)
    await signInOn(page, origin, sid, language)
    return new Shop(origin, sid)
  }

  /** The administrator, whom the first journey on a server registers. */
  static async openAdmin(
    page: Page,
    { appUrl, setupToken }: RunningServer,
    language: Language,
  ): Promise<Shop> {
    const sid = await signUp(appUrl, ADMINISTRATOR, { setupToken }).catch(() => signIn(appUrl, ADMINISTRATOR))
    await signInOn(page, appUrl, sid, language)
    return new Shop(appUrl, sid)
  }

  async add({
    contentType = 'Website',
    content,
    isDynamicCode = true,
    ...more
  }: NewCode): Promise<SeededCode> {
    const body = { contentType, codeContent: JSON.stringify(content), isDynamicCode, ...more }
    return (await send(`${this.origin}${CODES}`, body, `Bearer ${this.sid}`)) as unknown as SeededCode
  }

  /** A call that must succeed, and its result; a form goes as such, anything else as JSON. */
  async call(method: string, path: string, body: FormData | object): Promise<{ id: string }> {
    const isForm = body instanceof FormData
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.sid}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { result: { id: string } }).result
  }

  /** The payment history, the newest first. */
  async transactions(): Promise<{ id: string; status: string }[]> {
    const response = await fetch(`${this.origin}/gateway/api/billing/transactions`, {
      headers: { authorization: `Bearer ${this.sid}` },
    })
    return ((await response.json()) as { result: { id: string; status: string }[] }).result
  }

  /** Says something to the assistant. */
  async ask(msg: string): Promise<void> {
    await send(`${this.origin}/gateway/api/qrcode/message-gpt`, { msg }, `Bearer ${this.sid}`)
  }

  site(path: string, more: Partial<NewCode> = {}): Promise<SeededCode> {
    return this.add({ content: { content: `https://shop.example.vn/${path}` }, ...more })
  }
}

/** The administrator, who records the lines of the bank statement through the API. */
export class Operator {
  private constructor(
    private readonly origin: string,
    private readonly sid: string,
  ) {}

  static async open(origin: string, setupToken: string): Promise<Operator> {
    return new Operator(origin, await signUp(origin, ADMINISTRATOR, { setupToken }))
  }

  async confirm(reference: string, amount: number): Promise<void> {
    const booking = { amount, bankReference: `FT${reference}`, reason: 'Statement of today' }
    const address = `${this.origin}/gateway/api/admin/billing/transfers/${reference}/confirm`
    await send(address, booking, `Bearer ${this.sid}`)
  }
}

/** A page of this origin that loads nothing, no icon either. Returns the origin. */
export async function openBlank(page: Page, origin = ''): Promise<string> {
  const body = '<link rel="icon" href="data:,">'
  await page.route('**/blank', (route) => route.fulfill({ body, contentType: 'text/html' }), { times: 1 })
  await page.goto(`${origin}/blank`)
  return new URL(page.url()).origin
}

/**
 * Hands a session over as the account pages do, to a tab that has asked for it. The forms of signing in are walked
 * through in account/, quality/ and first-light.
 */
export async function signInOn(page: Page, origin: string, sid: string, language: Language): Promise<void> {
  const started = { state: randomUUID(), returnPath: '/' }
  await openBlank(page, origin)
  await page.evaluate((item) => sessionStorage.setItem('signIn', item), JSON.stringify(started))
  await page.goto(`${origin}/auth?lng=${language}&sid=${sid}&state=${started.state}`)
  await expect(page).toHaveURL(/\/dynamic-codes/)
}

/** Returns the session of a new account. */
export async function signUp(
  origin: string,
  username: string,
  more: { setupToken?: string } = {},
): Promise<string> {
  await send(`${origin}/identity/users`, {
    username,
    email: `${username}@example.vn`,
    password: PASSWORD,
    firstName: 'An',
    lastName: 'Trần',
    ...more,
  })
  return signIn(origin, username)
}

async function signIn(origin: string, username: string): Promise<string> {
  const credentials = Buffer.from(`${username}:${PASSWORD}`).toString('base64')
  return (await send(`${origin}/identity/users/auth`, {}, `Basic ${credentials}`))['sid'] as string
}

async function send(
  address: string,
  body: unknown,
  authorization?: string,
): Promise<Record<string, unknown>> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { result: Record<string, unknown> }).result
}
