import type { DrawnSheetPage, QrCustomSettings } from '@scanleaf/qr'
import type { DesignedPage, Language, LogoInput, ScanVerdict, StoredLogo } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { FairQueue } from '../../platform/fair-queue/fair-queue'
import type { ReceivedFile } from '../../platform/files/file-store'
import { defaultProcesses, openWorkerPool } from '../../platform/workers/pool'
import { workerEntry } from '../../platform/workers/worker-entry'
import type { UploadedImages } from '../media'
import { type DrawOptions, drawFile, isQuickToDraw, type QrFormat, TYPE_OF_FORMAT } from './drawing'
import type { FrameLines, FrameText } from './frame-lines'
import type { SentCode } from './generator-worker'
import type { DrawableLogo } from './logo'
import type { LabelReading, SheetPageOf } from './sheet-labels'
import { DRAWING_RESULTS, READING_RESULTS } from './task-results'

/** All that a picture of a code depends on. */
export interface DrawnCode {
  /** The text of the symbol. */
  payload: string
  settings: QrCustomSettings
  logo: StoredLogo | null
  /** What the second line of a frame says; null for a code without one. */
  frameLine?: string | null
}

export interface DrawnFile {
  bytes: Buffer
  /** Media type. */
  type: string
}

/** Draws and checks codes for other features, in separate processes where it takes longer than a response may wait. */
export interface Generator {
  /**
   * @throws AppError ValidationError naming what cannot be drawn (`content` when the text is too long),
   *   TooManyAtOnce and ServiceUnavailable when too much is drawn at once
   */
  draw(code: DrawnCode, format: QrFormat, options?: DrawOptions): Promise<DrawnFile>
  /**
   * All files of a code, and whether a decoder reads its picture back: once, not the scan check.
   * @param isChecked false for a design that is known to be read
   * @throws AppError as `draw`
   */
  drawFiles(
    code: DrawnCode,
    formats: readonly QrFormat[],
    options: DrawOptions,
    isChecked: boolean,
  ): Promise<{ files: Buffer[]; isRead: boolean }>
  /**
   * The labels of a page; one that cannot be drawn stays empty.
   * @param known keys of resources that the file of the page has already
   * @throws AppError ServiceUnavailable
   */
  drawLabels(page: SheetPageOf<DrawnCode>, known: ReadonlySet<string>): Promise<DrawnSheetPage>
  /**
   * A page of a document; words that no font draws are left out.
   * @param known keys of resources that the file of the page has already
   * @throws AppError ServiceUnavailable
   */
  drawPage(page: DesignedPage, known: ReadonlySet<string>): Promise<DrawnSheetPage>
  /**
   * For each label, whether it can be scanned when printed at 300 dpi, and whether its words are complete.
   * @throws AppError ServiceUnavailable
   */
  readLabels(page: SheetPageOf<DrawnCode>): Promise<LabelReading[]>
  /**
   * Whether the code scans, found by decoding it. A design that does not pass comes with the nearest one that does,
   * unless that would take too long.
   * @throws AppError as `draw`
   */
  check(code: DrawnCode): Promise<ScanVerdict>
  /**
   * The logo as stored with a code: the image is known to be the user's, the text has its outline.
   * @param userId null when the logo is not stored: then any image is allowed
   * @param language decides between the shapes of Han characters
   * @throws AppError ValidationError naming `logo.link` or `logo.text`
   */
  prepareLogo(userId: string | null, logo: LogoInput, language?: Language): Promise<StoredLogo>
  /**
   * Outlines of the words of a frame, as a drawing has them.
   * @param second the second line; null for none
   * @throws AppError ValidationError naming `frame`
   */
  frameLines(words: FrameText, second: string | null): Promise<FrameLines>
  /**
   * The text of the code in an uploaded image; null when there is none.
   * @param field named in the error
   * @throws AppError as `UploadedImages.clean`
   */
  read(image: ReceivedFile, field: string): Promise<string | null>
  close(): Promise<void>
}

/** Waiting included. Long, because it guards against work that never ends: a busy machine is no reason to refuse. */
const TIMEOUT_MS = 25_000
/**
 * Checks take seconds where a drawing takes milliseconds, so one process is left for drawings, however many addresses
 * ask for checks. One lane may have two, for the labels of a sheet.
 */
const JUDGING = {
  ...{ name: 'scan-checks', running: defaultProcesses() - 1, runningOfLane: 2 },
  ...{ waiting: 128, waitingOfLane: 24, waitMs: 20_000 },
}
/** Reads uploaded images, one at a time of each lane, with less memory and time than rendering has. */
const READING = { processes: 2, memoryMb: 208, cpuMs: 5_000 }

/** Opens nothing yet: the processes start with the first drawing that needs one. */
export function openGenerator({ images }: { images: UploadedImages }): Generator {
  const entry = workerEntry(import.meta.url, 'generator-worker')
  const pool = openWorkerPool('drawings', entry, DRAWING_RESULTS)
  const judging = new FairQueue(JUDGING)
  const readers = openWorkerPool('pictures', entry, READING_RESULTS, READING)

  const sent = async (
    { payload, settings, logo, frameLine = null }: DrawnCode,
    from: Images = images,
  ): Promise<SentCode> => ({
    payload,
    settings,
    frameLine,
    logo: logo && (await drawableLogo(logo, from)),
  })

  const sentPage = async (page: SheetPageOf<DrawnCode>): Promise<SheetPageOf<SentCode>> => {
    const once = readOnce(images)
    const labels = page.labels.map(async ({ code, ...label }) => ({ ...label, code: await sent(code, once) }))
    return { ...page, labels: await Promise.all(labels) }
  }

  const judge = <Task extends 'check' | 'repair' | 'readLabels'>(
    task: Task,
    input: SentCode | SheetPageOf<SentCode>,
  ) => judging.run(() => pool.run(task, input, TIMEOUT_MS))

  const outline = (text: string, language?: Language) => pool.run('outline', { text, language }, TIMEOUT_MS)

  return {
    frameLines: (words, second) => pool.run('frameLines', { words, second }, TIMEOUT_MS),
    async prepareLogo(userId, logo, language) {
      if (!logo.isImageLogo) {
        const { path, width, height } = await outline(logo.text, language).catch((error) => {
          throw named(error, 'logo.text')
        })
        return { ...logo, outline: { path, width, height } }
      }
      const id = imageIdOf(logo)
      if (!(await (userId === null ? images.read(id) : images.isOf(id, userId))))
        throw new AppError('ValidationError', { 'logo.link': 'invalid-logo' })
      return { ...logo, outline: null }
    },
    async draw(code, format, options = {}) {
      const type = TYPE_OF_FORMAT[format]
      if (!code.logo && isQuickToDraw(code.settings)) {
        const bytes = drawFile(code.payload, code.settings, format, options)
        return { bytes: bufferOf(bytes), type }
      }
      const input = { code: await sent(code), format, options }
      return { bytes: bufferOf(await pool.run('draw', input, TIMEOUT_MS)), type }
    },
    async drawFiles(code, formats, options, isChecked) {
      if (!isChecked && !code.logo && isQuickToDraw(code.settings)) {
        const files = formats.map((format) => drawFile(code.payload, code.settings, format, options))
        return { files: files.map(bufferOf), isRead: true }
      }
      const input = { code: await sent(code), formats, options }
      const { files, isRead } = await pool.run('drawFiles', input, TIMEOUT_MS)
      return { files: files.map(bufferOf), isRead }
    },
    drawLabels: async (page, known) =>
      pool.run('drawLabels', { page: await sentPage(page), known: [...known] }, TIMEOUT_MS),
    drawPage: (page, known) => pool.run('drawPage', { page, known: [...known] }, TIMEOUT_MS),
    readLabels: async (page) => judge('readLabels', await sentPage(page)),
    async check(code) {
      const input = await sent(code)
      const verdict = await judge('check', input)
      if (verdict.passes) return { ...verdict, repair: null }
      const repair = await judge('repair', input).catch(() => null)
      return { ...verdict, repair }
    },
    async read(image, field) {
      const { bytes } = await images.clean(image, field)
      return readers.run('read', { image: bytes, field }, TIMEOUT_MS)
    },
    async close() {
      judging.close()
      await Promise.all([pool.close(), readers.close()])
    },
  }
}

type Images = Pick<UploadedImages, 'read'>

/** One reading of each image: the codes of a page mostly have one logo, whose bytes are then sent once. */
function readOnce(images: Images): Images {
  const read = new Map<string, ReturnType<Images['read']>>()
  return {
    read(id) {
      const reading = read.get(id) ?? images.read(id)
      read.set(id, reading)
      return reading
    },
  }
}

/** An image that was deleted is left out: the code itself must still be available. */
async function drawableLogo(logo: StoredLogo, images: Images): Promise<DrawableLogo | null> {
  const background = logo.chooseBackground && logo.background !== '' ? logo.background : null
  const place = { background, share: logo.share }
  if (!logo.isImageLogo) return logo.outline && { kind: 'path', ...logo.outline, ...place }
  const image = await images.read(imageIdOf(logo))
  return image && { kind: 'image', bytes: image.bytes, ...place }
}

const imageIdOf = ({ link }: { link: string }): string => link.slice(link.lastIndexOf('/') + 1)

/** The same refusal about a field by the name that it has for the caller. */
function named(error: unknown, field: string): unknown {
  const [problem] = error instanceof AppError ? Object.values(error.fields ?? {}) : []
  return problem ? new AppError('ValidationError', { [field]: problem }, undefined, { cause: error }) : error
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
