import { chromium } from '@playwright/test'
import { findBrowser } from '../scripts/find-browser.mjs'
import { startServer } from './harness/server'
import { Shop } from './journeys/shop'
const server = await startServer({ BILLING: 'off', TRUSTED_PROXIES: '127.0.0.0/8,::1' })
const browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const a = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  const s = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  const shop = await Shop.open(s, server.appUrl, 'quan-pho', 'vi')
  const code = await shop.site('menu', { name: 'Thực đơn' })
  for (const ip of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
    await fetch(`${server.codeHost}${new URL(code.codeRedirect).pathname}+report`, { method: 'POST', body: new URLSearchParams({ reason: 'phishing', note: 'Trang này hỏi số thẻ của tôi' }), headers: { 'x-forwarded-for': ip } })
  const op = await Shop.open(a, server.appUrl, 'admin', 'vi', { setupToken: server.setupToken })
  const shot = async (p: typeof a, name: string) => { await p.waitForTimeout(900); await p.screenshot({ path: `/tmp/s5/adm-tools/${name}.png`, fullPage: false }) }
  const users = (await (await fetch(`${server.appUrl}/identity/users`, { headers: { authorization: `Bearer ${op.sid}` } })).json()).result
  const id = users.find((u: any) => u.username === 'quan-pho').id
  await a.goto(`${server.appUrl}/admin/users?lng=vi&user=${id}`); await shot(a, 'users-vi')
  await a.emulateMedia({ colorScheme: 'dark' }); await a.goto(`${server.appUrl}/admin/users?lng=ar&user=${id}`); await shot(a, 'users-ar-dark')
  await a.emulateMedia({ colorScheme: 'light' })
  await a.goto(`${server.appUrl}/admin/reports?lng=vi&code=${code.id}`); await shot(a, 'reports-vi')
  await a.getByRole('button', { name: 'Gỡ mã' }).click(); await shot(a, 'reports-form')
  await a.setViewportSize({ width: 390, height: 844 }); await a.goto(`${server.appUrl}/admin/users?lng=en&user=${id}`); await shot(a, 'users-390')
  await a.mouse.wheel(0, 700); await shot(a, 'users-390b')
  await a.goto(`${server.appUrl}/admin/reports?lng=en&code=${code.id}`); await shot(a, 'reports-390')
  await a.goto(`${server.codeHost}${new URL(code.codeRedirect).pathname}?lng=vi`); await shot(a, 'warning-390')
  await fetch(`${server.appUrl}/gateway/api/admin/code-reports/${code.id}/takedown`, { method: 'POST', headers: { authorization: `Bearer ${op.sid}`, 'content-type': 'application/json' }, body: JSON.stringify({ reason: 'phishing' }) })
  await s.goto(`${server.appUrl}/dynamic-codes?lng=vi`); await shot(s, 'list-vi')
  await s.goto(`${server.appUrl}/dynamic-codes?lng=vi&code=${code.id}`); await shot(s, 'popup-vi')
} finally { await browser.close(); await server.stop() }
