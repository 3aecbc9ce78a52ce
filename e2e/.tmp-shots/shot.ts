import { chromium } from '@playwright/test'
import { signUp, signInOn, Shop } from '../pages/shop'
const O = 'http://localhost:4701'
const [what = 'many', language = 'vi', width = '1280', scheme = 'light'] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const context = await browser.newContext({ viewport: { width: Number(width), height: 970 }, colorScheme: scheme as 'light' | 'dark', bypassCSP: false })
const page = await context.newPage()
page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log('console', m.text().slice(0, 300)))
page.on('pageerror', (e) => console.log('pageerror', e.message))
const name = `u${process.hrtime.bigint() % 1000000007n}`
const shop = await Shop.open(page, O, name, language as 'vi')
const shot = async (as: string, fullPage = false) => { await page.waitForTimeout(900); await page.screenshot({ path: `/tmp/shots/${as}-${language}-${width}-${scheme}.png`, fullPage }) }
const mod = await import(`./${what}.ts`)
await mod.default({ page, shop, shot, O, language })
await browser.close()
