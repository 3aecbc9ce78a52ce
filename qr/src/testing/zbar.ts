import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_QR_SETTINGS } from '../design/settings'
import { renderPixels } from '../render/pixels'
import { type GrayImage, toGray } from '../scan-check/gray-image'
import { encodeSymbol } from '../symbol/encode'

/** Debian's zbar-tools. */
const ZBAR = 'zbarimg'
export const hasZbar = spawnSync(ZBAR, ['--version']).status === 0

/** Put between the pictures, because the output does not say which picture a text comes from. */
const MARKER = 'scanleaf:end-of-picture'

const pgm = ({ width, height, data }: GrayImage): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), Buffer.from(data)])

const splitAt = (all: Buffer, mark: Buffer): Buffer[] => {
  const parts: Buffer[] = []
  for (let from = 0; ; ) {
    const at = all.indexOf(mark, from)
    if (at < 0) return parts
    parts.push(all.subarray(from, at))
    from = at + mark.length
  }
}

/** The bytes that zbar reads in each picture, null where it reads nothing; all in one process. */
export function readWithZbar(pictures: readonly GrayImage[]): (Uint8Array | null)[] {
  if (pictures.length === 0) return []
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-zbar-'))
  try {
    const marker = join(folder, 'marker.pgm')
    const pixels = renderPixels(encodeSymbol(MARKER, { level: 'L' }), DEFAULT_QR_SETTINGS, { size: 132 })
    writeFileSync(marker, pgm(toGray(pixels, 255)))
    const files = pictures.flatMap((picture, index) => {
      const file = join(folder, `${index}.pgm`)
      writeFileSync(file, pgm(picture))
      return [file, marker]
    })
    const options = ['--quiet', '--nodbus', '-Sdisable', '-Sqrcode.enable', '-Sbinary']
    // it ends with status 4 when one of the pictures shows no code
    const { stdout } = spawnSync(ZBAR, [...options, ...files], { stdio: ['ignore', 'pipe', 'ignore'] })
    const parts = splitAt(stdout, Buffer.from(MARKER))
    if (parts.length !== pictures.length) throw new Error(`zbar read ${parts.length} of the markers`)
    return parts.map((part) => (part.length === 0 ? null : Uint8Array.from(part)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
