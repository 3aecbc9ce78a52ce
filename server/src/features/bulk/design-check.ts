import type { QrCustomSettings } from '@scanleaf/qr'
import { DYNAMIC_ID_ALPHABET, DYNAMIC_ID_LENGTH, type StoredLogo } from '@scanleaf/shared'
import { type DrawnCode, symbolOf } from '../generator'
import {
  codeRedirectOf,
  findLinkHost,
  frameLineOf,
  isSafe,
  type PreparedCode,
  payloadOf,
  type UserCodeContext,
} from '../user-codes'

/** Stands for an id that is not known yet: they all have the same length. */
const AN_ID = DYNAMIC_ID_ALPHABET.slice(0, DYNAMIC_ID_LENGTH)
/** Drawings that are checked for one run at most, at about 0.1 s each. */
const MAX_CHECKS = 60

type Context = Pick<UserCodeContext, 'database' | 'codeHost' | 'generator'>

/** Of a code that is or would be drawn. */
interface Drawable {
  contentType: string
  codeContent: string
  /** Null for a static code. */
  dynamicId: string | null
  name: string
  settings: QrCustomSettings
  logo: StoredLogo | null
}

export const drawableOf = (code: PreparedCode): Drawable => ({
  ...code,
  dynamicId: code.target === null ? null : (code.manualId ?? AN_ID),
})

/**
 * Collects the codes of a run and checks their design: once for each design and symbol version, by the first, the middle
 * and the longest content of that version. What decides whether a design scans is its drawing and the size of the symbol,
 * not the text.
 */
export class DesignCheck {
  readonly #groups = new Map<string, DrawnCode[]>()
  readonly #sizes = new Map<string, number>()

  private constructor(
    private readonly context: Context,
    private readonly linkHost: string | null,
  ) {}

  static async of(context: Context, userId: string): Promise<DesignCheck> {
    return new DesignCheck(context, await findLinkHost(context.database.db, userId))
  }

  add(code: Drawable): void {
    const { settings, logo, dynamicId, name } = code
    if (isSafe(settings, logo)) return
    const { linkHost } = this
    const { codeHost } = this.context
    const payload = payloadOf({ ...code, codeRedirect: codeRedirectOf({ dynamicId, linkHost }, codeHost) })
    // The content of this row cannot be read, so it has no picture either.
    if (payload === null) return
    const frameLine = frameLineOf({ dynamicId, linkHost, name }, settings, codeHost)
    const key = JSON.stringify([settings, logo, this.#sizeOf(payload, settings)])
    const group = this.#groups.get(key) ?? []
    group.push({ payload, settings, logo, frameLine })
    this.#groups.set(key, group)
  }

  /** Whether all of them scan. @throws AppError as `Generator.check` */
  async passes(): Promise<boolean> {
    const judged = [...this.#groups.values()].flatMap(threeOf).slice(0, MAX_CHECKS)
    for (const code of judged) if (!(await this.context.generator.check(code)).passes) return false
    return true
  }

  /** Texts of one length and one set of characters have one size, and an encoding takes a millisecond. */
  #sizeOf(payload: string, { errorCorrectionLevel }: QrCustomSettings): number {
    const bytes = Buffer.byteLength(payload)
    const mode = /^\d*$/.test(payload)
      ? 'digits'
      : /^[\dA-Z $%*+\-./:]*$/.test(payload)
        ? 'capitals'
        : 'bytes'
    const key = `${errorCorrectionLevel} ${mode} ${bytes}`
    const known = this.#sizes.get(key)
    if (known !== undefined) return known
    const { size } = symbolOf(payload, errorCorrectionLevel)
    this.#sizes.set(key, size)
    return size
  }
}

function threeOf(group: readonly DrawnCode[]): DrawnCode[] {
  const longest = group.reduce((one, other) => (other.payload.length > one.payload.length ? other : one))
  const [first = longest] = group
  const middle = group[Math.floor(group.length / 2)] ?? longest
  return [...new Set([first, middle, longest])]
}
