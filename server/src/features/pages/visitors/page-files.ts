import { contentTypeNamed, DEFAULT_QR_SETTINGS, encodeSymbol, renderPng } from '@scanleaf/qr'
import { type Page, type PageBlockOf, type PageBlockType, picturesOf } from '@scanleaf/shared'
import type { FileStore } from '../../../platform/files/file-store'
import { contentDisposition } from '../../../platform/http/content-disposition'
import { type PictureSize, pictureKey } from '../pictures/files'
import { calendarFile } from '../render/calendar-file'
import type { PublishedPage } from './published-page'

/** Of the symbol of a payment: sharp on a phone of three times the pixels. */
const SYMBOL_PIXELS = 792

export interface PageFile {
  body: Buffer
  headers: Record<string, string>
}
type Published = PublishedPage & { version: NonNullable<PublishedPage['version']>; host: string }

const blockOf = <Type extends PageBlockType>({ version }: Published, type: Type) =>
  version.content.blocks.find((block): block is PageBlockOf<Type> => block.type === type)

const saved = (name: string, type: string, text: string): PageFile => ({
  body: Buffer.from(text),
  headers: {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': contentDisposition('attachment', name),
  },
})

export type PictureFiles = Pick<FileStore, 'read'>

/** A file of a page, by the name in its address; null when the page has none of this name. */
export async function fileOf(name: string, page: Published, files: PictureFiles): Promise<PageFile | null> {
  if (name === 'contact.vcf') {
    const contact = blockOf(page, 'contact')
    const card = contact && contentTypeNamed('VCard')?.encodeStored(contact.content)
    return card ? saved(name, 'text/vcard', await withPhoto(card, page.version.content, files)) : null
  }
  if (name === 'event.ics') {
    const event = blockOf(page, 'event')
    if (!event) return null
    const { number: revision, publishedAt } = page.version
    const uid = `${page.codeId}@${page.host}`
    return saved(name, 'text/calendar', calendarFile(event.content, { uid, revision, publishedAt }))
  }
  if (name !== 'payment.png') return null
  const pay = blockOf(page, 'pay')
  const text = pay && contentTypeNamed('VietQR')?.encodeStored(pay.content)
  if (!text) return null
  const symbol = encodeSymbol(text, { level: 'M' })
  return {
    body: Buffer.from(renderPng(symbol, DEFAULT_QR_SETTINGS, { size: SYMBOL_PIXELS })),
    headers: { 'content-type': 'image/png', 'content-disposition': contentDisposition('inline', name) },
  }
}

const PICTURE_FILE = /^(.+)-(small|large)\.webp$/

/** Name of the file of a picture, which never changes: another picture has another name. */
export const pictureFile = (id: string, size: PictureSize): string => `${id}-${size}.webp`

/** A picture that a page shows, by the name of its file; null for any other name. The large form of a logo is in no address. */
export async function pictureOf(name: string, page: Page, files: PictureFiles): Promise<PageFile | null> {
  const [, id = '', size] = PICTURE_FILE.exec(name) ?? []
  if (!picturesOf(page).some(({ picture }) => picture === id)) return null
  if (size === 'large' && page.logo === id) return null
  const body = await files.read(pictureKey(id, size as PictureSize))
  if (!body) return null
  const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
  return { body: Buffer.from(body), headers }
}

/** A contact card with the logo of its page as the photo of the person (RFC 2426 §3.1.4), in lines of 75 bytes (§2.6). */
async function withPhoto(card: string, { logo }: Page, files: PictureFiles): Promise<string> {
  const photo = logo === null ? null : await files.read(pictureKey(logo, 'large')).catch(() => null)
  if (!photo) return card
  const line = `PHOTO;ENCODING=b;TYPE=JPEG:${Buffer.from(photo).toString('base64')}`
  const folded = line.replace(/^.{75}|.{74}/g, (part) => `${part}\r\n `).replace(/\r\n $/, '')
  return card.replace(/END:VCARD\s*$/, `${folded}\r\nEND:VCARD`)
}
