import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Picture, readWithJsqr, readWithZxing } from '../../qr/src/testing/decoders'
import { hasZbar } from '../../qr/src/testing/zbar'

/** Reads the text of each picture, null where it finds no code. */
export type Decoder = (pictures: readonly Picture[]) => Promise<(string | null)[]>

const JAVA = ['-cp', '/usr/share/java/core.jar', join(import.meta.dirname, 'ReadZxing.java')]
/** Debian's zbar-tools. */
const ZBAR = 'zbarimg'
/** OpenCV for JavaScript with quirc, which Debian's is built without; 10 MB, so no package of the project. */
const OPENCV = '@techstark/opencv-js'
const FILES_AT_ONCE = 200

const require = createRequire(import.meta.url)
const eachOf =
  (read: (picture: Picture) => string | null | Promise<string | null>): Decoder =>
  async (pictures) => {
    const texts: (string | null)[] = []
    for (const picture of pictures) texts.push(await read(picture))
    return texts
  }

function pgmOf({ data, width, height }: Picture): Buffer {
  const gray = Buffer.alloc(width * height)
  for (let index = 0; index < gray.length; index++) gray[index] = data[4 * index] as number
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), gray])
}

/** Of a program that prints a line of base 64 for each file. */
const ofProgram =
  (program: string, options: readonly string[]): Decoder =>
  async (pictures) => {
    const folder = mkdtempSync(join(tmpdir(), 'scanleaf-decoders-'))
    try {
      const files = pictures.map((picture, index) => {
        const file = join(folder, `${index}.pgm`)
        writeFileSync(file, pgmOf(picture))
        return file
      })
      const lines: string[] = []
      for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
        const some = files.slice(from, from + FILES_AT_ONCE)
        const output = execFileSync(program, [...options, ...some], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        })
        lines.push(...output.trimEnd().split('\n'))
      }
      return lines.map((line) => (line === '-' ? null : Buffer.from(line, 'base64').toString()))
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

/** zbar prints the texts of several files without saying which is whose, so each has a process. */
const readWithZbar = (picture: Picture): string | null => {
  const { status, stdout } = spawnSync(
    ZBAR,
    ['-q', '--raw', '--nodbus', '-Sdisable', '-Sqrcode.enable', 'PGM:-'],
    {
      input: pgmOf(picture),
    },
  )
  return status === 0 ? stdout.toString().replace(/\n$/, '') : null
}

const readWithQr = (picture: Picture): string | null => {
  try {
    return require('qr/decode.js').default(picture)
  } catch {
    return null
  }
}

const runs = (program: string, ...options: string[]): boolean => spawnSync(program, options).status === 0

/** What of it is used here (https://docs.opencv.org/4.x/de/dc3/classcv_1_1QRCodeDetector.html). */
interface OpenCv {
  readonly CV_8UC1: number
  readonly Mat: new () => { delete(): void }
  readonly QRCodeDetector: new () => { detectAndDecode(...mats: unknown[]): string }
  onRuntimeInitialized?: () => void
  matFromArray(rows: number, columns: number, type: number, data: readonly number[]): { delete(): void }
}

async function loadOpenCv(): Promise<Decoder | { why: string }> {
  let cv: OpenCv
  try {
    cv = require(OPENCV)
  } catch {
    return { why: `${OPENCV} is not installed` }
  }
  // The module is a thenable that gives itself, so that it must not be awaited.
  if (!cv.Mat) await new Promise<void>((done) => Object.assign(cv, { onRuntimeInitialized: done }))
  const detector = new cv.QRCodeDetector()
  return eachOf(({ data, width, height }) => {
    const gray = Array.from({ length: width * height }, (_, index) => data[4 * index] as number)
    const mats = [cv.matFromArray(height, width, cv.CV_8UC1, gray), new cv.Mat(), new cv.Mat()]
    try {
      return detector.detectAndDecode(...mats) || null
    } catch {
      return null
    } finally {
      for (const mat of mats) mat.delete()
    }
  })
}

/** The decoders of the registries, or why one is not there. */
export const DECODERS: Readonly<Record<string, Decoder | { why: string }>> = {
  'ZXing-C++': eachOf(readWithZxing),
  'ZXing for Java': runs('java', ...JAVA)
    ? ofProgram('java', JAVA)
    : { why: 'libzxing-core-java and a JDK are not installed' },
  jsQR: eachOf(readWithJsqr),
  zbar: hasZbar ? eachOf(readWithZbar) : { why: 'zbar-tools is not installed' },
  qr: eachOf(readWithQr),
  OpenCV: await loadOpenCv(),
}
