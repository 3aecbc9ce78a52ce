import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '../lib/free-ports.mjs'
import { ROOT } from '../lib/run-command.mjs'

/**
 * A built server of its own with the account of the demo, which is filled by then.
 * @param {Record<string, string>} settings environment variables over those of a default start
 * @returns {Promise<{ appUrl: string, password: string, stop: () => Promise<void> }>}
 */
export async function startDemo(settings = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'scanleaf-demo-'))
  const [port, publicPort] = await freePorts(2)
  const env = {
    PATH: process.env.PATH,
    PORT: port,
    PUBLIC_PORT: publicPort,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...settings,
  }
  const server = spawn(process.execPath, [join(ROOT, 'server/dist/main.js'), '--demo'], { env })
  const end = () => server.kill('SIGTERM')
  process.once('exit', end)
  server.stderr.pipe(process.stderr)
  let printed = ''
  const password = await new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended with code ${code}: ${printed}`)))
    server.stdout.on('data', (text) => {
      printed += text
      const found = /demo \/ (\S+)/.exec(printed)?.[1]
      if (found) resolve(found)
    })
  })
  const stop = async () => {
    process.off('exit', end)
    server.removeAllListeners('exit')
    end()
    await new Promise((resolve) => server.once('exit', resolve))
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { appUrl: `http://localhost:${port}`, password, stop }
}

/**
 * Signs the demo in, or somebody else.
 * @param {object} page of Playwright
 */
export async function signInDemo(page, { appUrl, password, username = 'demo' }) {
  await page.goto(`${appUrl}/login?lng=en`)
  await page.locator('input').first().fill(username)
  await page.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dynamic-codes/)
}
