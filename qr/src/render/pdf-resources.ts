import type { Rgb } from '../design/color'
import type { RgbaPixels } from '../design/logo'
import { crc32 } from './checksums'
import { plainNumber } from './numbers'
import { type Deflate, latin1, type PdfFile, packed } from './pdf-file'
import {
  colorComponents,
  flatSamples,
  type GradientFill,
  type PrintColors,
  shadingDictionary,
  type VectorImage,
} from './vector'

interface PackedStream {
  readonly entries: string
  readonly data: Uint8Array
}

/** What content uses by a name: a dictionary, or a stream, which may have a soft mask. */
export interface PdfResource {
  readonly kind: 'Shading' | 'XObject'
  readonly name: string
  /** Equal for equal resources: in a file each stands once. */
  readonly key: string
  /** Null when the file is known to have it already. */
  readonly body: string | { readonly stream: PackedStream; readonly mask?: PackedStream } | null
}

/** 64 bits and the length, by two unlike functions: CRC-32 and FNV-1a. */
function hashOf(bytes: Uint8Array): string {
  let fnv = 0x811c9dc5
  for (const byte of bytes) fnv = Math.imul(fnv ^ byte, 0x01000193)
  return `${bytes.length} ${crc32(bytes, 0, bytes.length)} ${fnv >>> 0}`
}

/** Collects what content of pages uses by name. */
export class PdfResources {
  private readonly byKey = new Map<string, PdfResource>()
  /** Names of pictures, which are read once however often they are drawn. */
  private readonly byPixels = new Map<RgbaPixels, string>()

  /** @param known keys of what the file has already, whose bodies are not made again */
  constructor(
    private readonly colors: PrintColors,
    private readonly known: ReadonlySet<string> = new Set(),
    private readonly deflate: Deflate = packed,
  ) {}

  all(): PdfResource[] {
    return [...this.byKey.values()]
  }

  shading(fill: GradientFill): string {
    const body = shadingDictionary(fill, this.colors)
    return this.named('Shading', body, () => body)
  }

  /** Content that is drawn again and again, inside of a box (ISO 32000-1 §8.10). */
  form(content: string, box: readonly [number, number, number, number]): string {
    const entries = `/Type /XObject /Subtype /Form /BBox [${box.map(plainNumber).join(' ')}] /Resources << >>`
    const bytes = latin1(content)
    return this.named('XObject', `form ${hashOf(bytes)}`, () => ({
      stream: { entries, data: this.deflate(bytes) },
    }))
  }

  /** A picture with its alpha as a soft mask (ISO 32000-1 §11.6.5.3). */
  image({ pixels }: VectorImage): string {
    const name = this.byPixels.get(pixels) ?? this.namedImage(pixels)
    this.byPixels.set(pixels, name)
    return name
  }

  private namedImage(pixels: RgbaPixels): string {
    const { width, height, data } = pixels
    const size = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length)
    return this.named('XObject', `image ${width} ${hashOf(bytes)}`, () => {
      const alpha = Uint8Array.from({ length: width * height }, (_, at) => data[4 * at + 3] as number)
      const opaque = { ...pixels, data: data.map((value, at) => (at % 4 === 3 ? 255 : value)) }
      const samples = flatSamples(opaque, { red: 255, green: 255, blue: 255 }, this.colors)
      const space = this.colors === 'rgb' ? '/DeviceRGB' : '/DeviceCMYK'
      return {
        stream: { entries: `${size} /ColorSpace ${space}`, data: this.deflate(samples) },
        mask: { entries: `${size} /ColorSpace /DeviceGray`, data: this.deflate(alpha) },
      }
    })
  }

  private named(
    kind: PdfResource['kind'],
    key: string,
    make: () => NonNullable<PdfResource['body']>,
  ): string {
    const found = this.byKey.get(key)
    if (found) return found.name
    const name = `${kind === 'Shading' ? 'S' : 'X'}${this.byKey.size}`
    this.byKey.set(key, { kind, name, key, body: this.known.has(key) ? null : make() })
    return name
  }
}

/** Puts resources into a file, each once, and answers the dictionary that names them for a page. */
export function resourceDictionary(
  resources: readonly PdfResource[],
  file: PdfFile,
  written: Map<string, number>,
): string {
  const entries = { Shading: '', XObject: '' }
  for (const { kind, name, key, body } of resources) {
    const number = written.get(key) ?? writeResource(body, file)
    written.set(key, number)
    entries[kind] += `/${name} ${number} 0 R `
  }
  return `<< /Shading << ${entries.Shading}>> /XObject << ${entries.XObject}>> >>`
}

function writeResource(body: PdfResource['body'], file: PdfFile): number {
  if (body === null) throw new Error('the file has no resource of this key')
  if (typeof body === 'string') return file.add(body)
  const { stream, mask } = body
  const masked = mask ? ` /SMask ${file.addPacked(mask.data, mask.entries)} 0 R` : ''
  return file.addPacked(stream.data, stream.entries + masked)
}

/** The operator that sets the colour of fills. Grey is black ink alone in RGB, too: a printer mixes it otherwise. */
export function fillColor(paint: Rgb, colors: PrintColors): string {
  const components = colorComponents(paint, colors)
  if (colors === 'cmyk') return `${components} k`
  const { red, green, blue } = paint
  return red === green && green === blue ? `${components.split(' ')[0]} g` : `${components} rg`
}
