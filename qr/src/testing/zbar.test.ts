import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_QR_SETTINGS } from '../design/settings'
import { renderPng } from '../render/png'
import { ERROR_CORRECTION_LEVELS } from '../symbol/capacity'
import { encodeSymbol } from '../symbol/encode'
import { DESIGNS } from './designs'

const TEXTS = [
  'https://qr.example/ABCD1234',
  'HTTPS://QR.EXAMPLE/ABCD1234',
  'Nguyễn Văn Ánh, Đường Trần Hưng Đạo',
  'مرحبا بالعالم 你好 こんにちは 안녕하세요 សួស្តី',
]

/** Debian's zbar-tools. */
const ZBAR = 'zbarimg'
const hasZbar = spawnSync(ZBAR, ['--version']).status === 0

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-zbar-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The bytes that zbar reads, as text. */
function read(png: Uint8Array): string {
  const file = join(folder, 'code.png')
  writeFileSync(file, png)
  const options = ['--quiet', '--raw', '--oneshot', '-Sbinary']
  return execFileSync(ZBAR, [...options, file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

describe.skipIf(!hasZbar)('zbar, as a third decoder', () => {
  test.each(ERROR_CORRECTION_LEVELS)('reads level %s', (level) => {
    for (const text of TEXTS) {
      expect(read(renderPng(encodeSymbol(text, { level }), DEFAULT_QR_SETTINGS, { size: 400 }))).toBe(text)
    }
  })

  test.each(Object.keys(DESIGNS).filter((name) => name !== 'transparent'))('reads the design %s', (name) => {
    const design = DESIGNS[name] ?? DEFAULT_QR_SETTINGS
    expect(read(renderPng(encodeSymbol(TEXTS[0] as string), design, { size: 400 }))).toBe(TEXTS[0])
  })
})
