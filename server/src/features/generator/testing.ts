import { type SQL, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { query } from '../../platform/db/database'
import type { Person, testApp } from '../../testing/app'
import { scanDecoders } from './decoders'

let callers = 0

/** The calls of this feature in the application of a test file. */
export function generatorCalls(product: ReturnType<typeof testApp>) {
  /** From an address of its own, so that no test reaches the rate limits of another. */
  const post = (url: string, payload: object, sid?: string, headers: Record<string, string> = {}) =>
    product.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: `10.9.${++callers >> 8}.${callers & 255}`,
      headers: { ...headers, ...(sid ? { authorization: `Bearer ${sid}` } : {}) },
    })

  return {
    post,
    generate: (payload: object, headers?: Record<string, string>) =>
      post('/qrcode-generator/qrcode', payload, undefined, headers),
    async postForm({ sid }: Person, url: string, fields: Record<string, string>, file?: Buffer) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      if (file) form.append('file', new Blob([new Uint8Array(file)]), 'logo.png')
      const body = new Response(form)
      return product.as({ sid }).inject({
        method: 'POST',
        url,
        headers: { 'content-type': body.headers.get('content-type') ?? '' },
        payload: Buffer.from(await body.arrayBuffer()),
      })
    },
    rows: (table: 'images' | 'generated_codes') =>
      query(product.database().db, sql`select * from ${sql.identifier(table)}` as SQL),
  }
}

/** What each of the two decoders reads in a picture file; null when it finds no code. */
export async function textsOf(picture: Uint8Array): Promise<(string | null)[]> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
  return Promise.all(
    (await scanDecoders()).map(async (decoder) => {
      const read = await decoder.decode(pixels)
      return read && new TextDecoder().decode(read)
    }),
  )
}

/** A PNG of one colour. */
export const coloredPng = (background: string, width = 300, height = 200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()

/** The colour in the middle of a picture of a thousand pixels. */
export async function middleOf(picture: Buffer): Promise<number[]> {
  const pixel = await sharp(picture).extract({ left: 500, top: 500, width: 1, height: 1 }).raw().toBuffer()
  return [...pixel.subarray(0, 3)]
}
