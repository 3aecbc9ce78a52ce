import { encodeRgbaPng } from '@scanleaf/qr'
import { type DemoPage, signInDemo } from '../../scripts/test/demo-server.mjs'

/** The used part of the API of Playwright. */
interface BrowserContext {
  newPage(): Promise<DemoPage & { close(): Promise<void> }>
}

export interface Demo {
  appUrl: string
  password: string
}

export interface MeasuredPage {
  name: string
  url: string
}

/** The user of a page: nobody, the café of the demo, or the operator. */
export interface Visit {
  signIn: ((context: BrowserContext) => Promise<void>) | null
  pages: MeasuredPage[]
}

interface Code {
  id: string
  contentType: string
  codeContent: string
  codeRedirect: string
  enabled: boolean
}

export const SETUP_TOKEN = 'the-operator-of-the-bench-of-pages'
const OPERATOR = { username: 'operator', password: 'the bench of pages' }
const LIST = '/gateway/api/qrcode/user-codes?productId=dynamic-code'

/** Every kind of screen, in Vietnamese. */
export async function visitsOf(demo: Demo): Promise<Visit[]> {
  const inApp = (name: string, path: string): MeasuredPage => ({
    name,
    url: `${demo.appUrl}${path}${path.includes('?') ? '&' : '?'}lng=vi`,
  })
  const call = callsOf(demo.appUrl)
  const sid = await call.signIn('demo', demo.password)
  const codes = await call.get<Code[]>(LIST, sid)
  const busy = codes.find(({ enabled }) => enabled)
  const paused = codes.find(({ enabled }) => !enabled)
  const pdf = codes.find(({ contentType }) => contentType === 'Website-pdf')
  const payments = await call.get<{ invoiceId: string | null }[]>('/gateway/api/billing/transactions', sid)
  const invoice = payments.find(({ invoiceId }) => invoiceId !== null)?.invoiceId
  if (!busy || !paused || !pdf || !invoice) throw new Error('the demo data lacks something that is measured')
  const operatorSid = await registerOperator(call)
  const [person] = await call.get<{ id: string }[]>('/identity/users?q=demo', operatorSid)
  if (!person) throw new Error('the demo account is not in the list of users')
  await call.report(`${busy.codeRedirect}+report`)
  const product = await addProduct(operatorSid, call)
  const { content: pdfPage } = JSON.parse(pdf.codeContent) as { content: string }

  return [
    {
      signIn: null,
      pages: [
        inApp('sign-in', '/account/login'),
        inApp('registration', '/account/register'),
        inApp('privacy', '/privacy'),
        inApp('help', '/help'),
        inApp('help page', '/help/first-code'),
        { name: 'page of a PDF', url: pdfPage },
        { name: 'preview of a code', url: `${busy.codeRedirect}+` },
        { name: 'report of a code', url: `${busy.codeRedirect}+report` },
      ],
    },
    {
      signIn: (context) => signInOn(context, demo.appUrl, 'demo', demo.password),
      pages: [
        inApp('dynamic codes', '/dynamic-codes'),
        inApp('static codes', '/static-codes'),
        inApp('details of a code', `/dynamic-codes?code=${busy.id}`),
        inApp('scans of a code', `/dynamic-codes/${busy.id}/scans`),
        inApp('scans', '/scans'),
        inApp('choice of type', '/dynamic-codes/choose-qrcode-type'),
        inApp('dynamic generator', '/dynamic-codes/generator'),
        inApp('static generator', '/static-codes/generator?type=wifi'),
        inApp('PDF generator', '/dynamic-codes/generator?type=pdf'),
        inApp('payment', '/payment/dashboard'),
        inApp('transactions', '/payment/transactions'),
        inApp('invoice', `/payment/invoices/${invoice}`),
        inApp('settings', '/settings/domain'),
        inApp('profile', '/account/profile'),
      ],
    },
    {
      signIn: (context) => signInOn(context, demo.appUrl, OPERATOR.username, OPERATOR.password),
      pages: [
        inApp('operator: payments', '/admin/billing'),
        inApp('operator: users', '/admin/users'),
        inApp('operator: person', `/admin/users/${person.id}`),
        inApp('operator: status', '/admin/status'),
        inApp('operator: reports', '/admin/reports'),
        inApp('operator: catalogue', '/products'),
        inApp('operator: product', `/products/${product}`),
      ],
    },
  ]
}

async function registerOperator(call: ReturnType<typeof callsOf>): Promise<string> {
  await call.post('/identity/users', {
    ...OPERATOR,
    email: 'operator@caphela.example',
    firstName: 'An',
    lastName: 'Trần',
    setupToken: SETUP_TOKEN,
  })
  return call.signIn(OPERATOR.username, OPERATOR.password)
}

/** Returns its id. */
async function addProduct(sid: string, call: ReturnType<typeof callsOf>): Promise<string> {
  const add = (path: string, body: object) => call.post<{ id: string }>(path, body, `Bearer ${sid}`)
  const image = await call.upload(
    '/gateway/api/media/images',
    encodeRgbaPng({ width: 8, height: 8, data: new Uint8Array(256).fill(180) }),
    sid,
  )
  const unit = await add('/product-service/product-units', { title: 'Cuộn' })
  const category = await add('/product-service/product-categories', { title: 'Tem' })
  const currency = await add('/core-service/currencies', { code: 'VND', name: 'Đồng', exchangeRate: 1 })
  const { id } = await add('/product-service/products', {
    title: 'Tem dán ly',
    categories: [category.id],
    image: image.id,
    price: { value: 90_000, currency: currency.id, unit: unit.id },
    quantity: 12,
    description: 'Một cuộn',
    keywords: ['tem'],
    detail: 'Chống nước',
  })
  return id
}

async function signInOn(context: BrowserContext, appUrl: string, username: string, password: string) {
  const page = await context.newPage()
  await page.goto(`${appUrl}/logout?lng=en`)
  await page.waitForURL(/\/account\/login/)
  await signInDemo(page, { appUrl, password, username })
  await page.close()
}

function callsOf(appUrl: string) {
  async function call<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(`${appUrl}${path}`, init)
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { result: T }).result
  }
  const get = <T>(path: string, sid: string) => call<T>(path, { headers: { authorization: `Bearer ${sid}` } })
  const post = <T>(path: string, body: object, authorization = '') =>
    call<T>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify(body),
    })
  return {
    get,
    post,
    async signIn(username: string, password: string): Promise<string> {
      const basic = Buffer.from(`${username}:${password}`).toString('base64')
      return (await post<{ sid: string }>('/identity/users/auth', {}, `Basic ${basic}`)).sid
    },
    async upload(path: string, png: Uint8Array, sid: string): Promise<{ id: string }> {
      const body = new FormData()
      body.append('photo', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'picture.png')
      return call(path, { method: 'POST', headers: { authorization: `Bearer ${sid}` }, body })
    },
    async report(address: string): Promise<void> {
      const form = await (await fetch(address)).text()
      const token = /name="token" value="([^"]+)"/.exec(form)?.[1] ?? ''
      const body = new URLSearchParams({ reason: 'phishing', note: 'It asks for my card', token })
      const headers = { origin: new URL(address).origin }
      const response = await fetch(address, { method: 'POST', body, headers })
      if (!response.ok) throw new Error(`${address} answers ${response.status}`)
    },
  }
}
