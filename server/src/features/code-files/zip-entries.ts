import {
  type CodeHost,
  type CodeZip,
  isTrialLink,
  type Language,
  MAX_ZIP_IMAGE_SIZE,
  trialReason,
} from '@scanleaf/shared'
import { codeFileName } from '@scanleaf/shared/code-file-name'
import { AppError } from '../../platform/app-error'
import { spreadsheetCsv } from '../../platform/export/csv'
import type { SmallEntry } from '../../platform/export/entry'
import { mapAhead } from '../../platform/export/map-ahead'
import type { Translator } from '../../platform/i18n'
import type { Generator } from '../generator'
import { codeRedirectOf, drawnCodeOf, isSafe, type UserCodeRow } from '../user-codes'

export interface ZipContext {
  generator: Generator
  codeHost: string
  language: Language
  translator: Translator
}

const CSV_HEAD = ['name', 'id', 'link', 'target', 'contentType', 'tags', 'files']
const LINE_END = '\r\n'
/** Without it editors of Windows take UTF-8 for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

interface DrawnFiles {
  code: UserCodeRow
  /** Null for a code that cannot be drawn. */
  files: Buffer[] | null
  isRead: boolean
}

/** The pictures of codes, then `codes.csv`, then `errors.txt` where there is something to say. */
export async function* zipEntries(
  context: ZipContext,
  codes: AsyncIterable<UserCodeRow>,
  { formats, size, cmyk }: CodeZip,
): AsyncGenerator<SmallEntry> {
  const { generator, codeHost, language, translator } = context
  const t = translator.in(language, 'code-files')
  const host = { codeHost, trial: trialReason(codeHost) }
  const names = new Names()
  const csv = spreadsheetCsv(language)
  const rows: string[] = [csv.head(CSV_HEAD)]
  const errors: string[] = []

  async function draw(code: UserCodeRow): Promise<DrawnFiles> {
    const drawn = drawnCodeOf(code, codeHost)
    if (!drawn) return { code, files: null, isRead: false }
    try {
      const isChecked = !isSafe(drawn.settings, drawn.logo)
      return {
        code,
        ...(await generator.drawFiles(drawn, formats, { size, most: MAX_ZIP_IMAGE_SIZE, cmyk }, isChecked)),
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { code, files: null, isRead: false }
    }
  }

  for await (const { code, files, isRead } of mapAhead(codes, draw)) {
    const name = names.unique(await nameOf(code, host, language))
    const paths = files ? formats.map((format) => `${name}.${format}`) : []
    for (const [index, path] of paths.entries()) {
      const bytes = files?.[index] as Buffer
      yield { path, bytes, isPacked: formats[index] === 'png' }
    }
    rows.push(csv.row([...cellsOf(code, codeHost), paths.join(' ')]))
    if (!isRead) errors.push(`${name}: ${files ? t('not-read') : t('not-drawn')}${LINE_END}`)
  }
  yield textFile('codes.csv', rows.join(''))
  if (errors.length > 0) yield textFile('errors.txt', BYTE_ORDER_MARK + errors.join(''))
}

const textFile = (path: string, text: string): SmallEntry => ({ path, bytes: Buffer.from(text) })

/** The target of a dynamic code is in the list; what is in a static one may be a password. */
function cellsOf(code: UserCodeRow, codeHost: string): string[] {
  const link = codeRedirectOf(code, codeHost) ?? ''
  return [code.name, code.dynamicId ?? '', link, code.target ?? '', code.contentType, code.tags.join(' ')]
}

function nameOf(code: UserCodeRow, host: CodeHost, language: Language): Promise<string> {
  const { name, dynamicId, contentType } = code
  const content = textsIn(code.codeContent)
  const link = codeRedirectOf(code, host.codeHost)
  const address = link ?? content['content'] ?? ''
  const isTrial = isTrialLink(link, host)
  return codeFileName({ name, dynamicId, contentType, content, address, isTrial }, language)
}

function textsIn(codeContent: string): Record<string, string> {
  try {
    const content: unknown = JSON.parse(codeContent)
    const fields = typeof content === 'object' && content !== null ? Object.entries(content) : []
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

/** Names that are told apart without case, as on most disks. */
class Names {
  readonly #counts = new Map<string, number>()

  unique(name: string): string {
    const key = name.toLowerCase()
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count === 1 ? name : this.unique(`${name}-${count}`)
  }
}
