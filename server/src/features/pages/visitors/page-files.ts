import { contentTypeNamed, DEFAULT_QR_SETTINGS, encodeSymbol, renderPng } from '@scanleaf/qr'
import type { PageBlockOf, PageBlockType } from '@scanleaf/shared'
import { contentDisposition } from '../../../platform/http/content-disposition'
import { calendarFile } from '../render/calendar-file'
import type { PublishedPage } from './published-page'

/** Of the symbol of a payment: sharp on a phone of three times the pixels. */
const SYMBOL_PIXELS = 792

interface PageFile {
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

/** A file of a page, by the name in its address; null when the page has none of this name. */
export function fileOf(name: string, page: Published): PageFile | null {
  if (name === 'contact.vcf') {
    const contact = blockOf(page, 'contact')
    const card = contact && contentTypeNamed('VCard')?.encodeStored(contact.content)
    return card ? saved(name, 'text/vcard', card) : null
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
