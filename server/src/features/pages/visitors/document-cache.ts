import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const MAX_BYTES = 64 * 1024 * 1024
/** Rendered once and asked for many times. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

export type Encoding = 'br' | 'gzip' | 'identity'

export interface Document {
  policy: string
  etag: string
  bodies: Readonly<Record<Encoding, Buffer>>
}

const sizeOf = ({ bodies }: Document): number =>
  Object.values(bodies).reduce((sum, { length }) => sum + length, 0)

/** Documents of pages in the three encodings. */
export class DocumentCache {
  readonly #documents = new LRUCache<string, Document>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf })
  readonly #making = new Map<string, Promise<Document>>()

  /** @param key names all that the document depends on */
  async find(key: string, render: () => { html: string; policy: string }): Promise<Document> {
    const known = this.#documents.get(key) ?? this.#making.get(key)
    if (known) return known
    const making = documentOf(render()).finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    const document = await making
    this.#documents.set(key, document)
    return document
  }
}

async function documentOf({ html, policy }: { html: string; policy: string }): Promise<Document> {
  const identity = Buffer.from(html)
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, BROTLI),
    promisify(gzip)(identity),
  ])
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return { policy, etag, bodies: { br, gzip: zipped, identity } }
}

/** Of `Accept-Encoding`; one with `q=0` is refused (RFC 9110 §12.5.3). */
export function encodingFor(accepted: string | undefined): Encoding {
  const offers = new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .filter((offer) => !/;\s*q=0(?:\.0*)?\s*$/.test(offer))
      .map((offer) => offer.split(';')[0]?.trim()),
  )
  return offers.has('br') ? 'br' : offers.has('gzip') ? 'gzip' : 'identity'
}
