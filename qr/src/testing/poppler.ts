import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Box } from '../design/logo'
import type { GrayImage } from '../scan-check/gray-image'

/** Debian's poppler-utils. */
const POPPLER = 'pdftoppm'
export const hasPoppler = spawnSync(POPPLER, ['-v']).status === 0

/** The pages of a PDF in grey, as a printer of so many dots an inch would draw them. */
export function pagesOf(pdf: Uint8Array, dotsPerInch: number): GrayImage[] {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-pages-'))
  try {
    writeFileSync(join(folder, 'file.pdf'), pdf)
    const options = ['-gray', '-r', String(dotsPerInch)]
    execFileSync(POPPLER, [...options, join(folder, 'file.pdf'), join(folder, 'page')])
    const pages = readdirSync(folder).filter((name) => name.endsWith('.pgm'))
    return pages.sort().map((name) => readPgm(readFileSync(join(folder, name))))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readPgm(file: Buffer): GrayImage {
  const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64)) ?? []
  return {
    width: Number(width),
    height: Number(height),
    data: new Uint8ClampedArray(file.subarray(head.length)),
  }
}

/** A part of a page. */
export function cropped(page: GrayImage, box: Box, dotsPerInch: number): GrayImage {
  const dots = (millimetres: number): number => Math.round((millimetres * dotsPerInch) / 25.4)
  const [left, top] = [Math.max(0, dots(box.x)), Math.max(0, dots(box.y))]
  const width = Math.min(page.width - left, dots(box.width))
  const height = Math.min(page.height - top, dots(box.height))
  const data = new Uint8ClampedArray(width * height)
  for (let y = 0; y < height; y++) {
    const from = (top + y) * page.width + left
    data.set(page.data.subarray(from, from + width), y * width)
  }
  return { width, height, data }
}
