import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Download, Page } from '@playwright/test'
import { decodeQrCodes } from './decode'

const run = promisify(execFile)

/** Bytes of a file that the browser saved. */
export async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Draws an SVG with the browser, on a page of its own. */
async function drawSvg(browser: Browser, svg: Buffer): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 600, height: 600 } })
  try {
    const source = `data:image/svg+xml;base64,${svg.toString('base64')}`
    await page.setContent(`<body style="margin:0"><img width="600" height="600" src="${source}">`)
    await page.locator('img').evaluate((image) => (image as HTMLImageElement).decode())
    return await page.screenshot()
  } finally {
    await page.close()
  }
}

/** Ghostscript draws EPS and PDF where it is installed; CI installs it. */
async function drawPrint(path: string, args: readonly string[]): Promise<Buffer | null> {
  const common = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=png16m', '-r150', '-sOutputFile=-']
  try {
    const { stdout } = await run('gs', [...common, ...args, path], {
      encoding: 'buffer',
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Presses what downloads, and reads the code of the file; null for a print file on a machine without Ghostscript. */
export async function downloadedText(page: Page, press: () => Promise<void>): Promise<string | null> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const name = download.suggestedFilename()
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  const picture = name.endsWith('.png')
    ? await bytesOf(download)
    : name.endsWith('.svg')
      ? await drawSvg(browser, await bytesOf(download))
      : await drawPrint(await download.path(), name.endsWith('.eps') ? ['-dEPSCrop'] : [])
  if (picture === null) return null
  const texts = await decodeQrCodes(picture)
  if (texts.length !== 1) throw new Error(`${name} holds ${texts.length} codes`)
  return texts[0] ?? null
}
