import { AppError } from '../../../platform/app-error'
import type { DrawnFile, DrawOptions, Generator, QrFormat } from '../../generator'
import { type Drawable, drawnCodeOf, imageVersionOf } from '../present'

/** Images cached in memory: those of a few hundred pages of a list. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024

export interface CodeImage extends DrawnFile {
  /** Names the picture, bytes and all. */
  etag: string
}

/**
 * Images of codes, rendered on request: from the row alone, so that a change never leaves an old one
 * behind. Recent ones are cached under the version of their design.
 */
export class CodeImages {
  readonly #kept = new Map<string, DrawnFile>()
  #bytes = 0

  constructor(
    private readonly generator: Pick<Generator, 'draw'>,
    private readonly codeHost: string,
  ) {}

  /** @throws AppError NotFound when the stored content cannot be read, and as `Generator.draw` */
  async draw(code: Drawable, format: QrFormat, options: DrawOptions): Promise<CodeImage> {
    const etag = this.etagOf(code, format, options)
    const kept = this.#kept.get(etag)
    if (kept) return { ...kept, etag }
    const drawn = drawnCodeOf(code, this.codeHost)
    if (!drawn) throw new AppError('NotFound')
    const file = await this.generator.draw(drawn, format, options)
    this.#keep(etag, file)
    return { ...file, etag }
  }

  etagOf(code: Drawable, format: QrFormat, { size, margin, cmyk }: DrawOptions): string {
    const options = [size ?? '', margin ?? '', cmyk ? 'cmyk' : ''].join('-')
    return `"${imageVersionOf(code, this.codeHost)}-${format}-${options}"`
  }

  /** The oldest go first. */
  #keep(etag: string, file: DrawnFile): void {
    this.#kept.set(etag, file)
    this.#bytes += file.bytes.length
    for (const [old, { bytes }] of this.#kept) {
      if (this.#bytes <= MAX_KEPT_BYTES) return
      this.#kept.delete(old)
      this.#bytes -= bytes.length
    }
  }
}
