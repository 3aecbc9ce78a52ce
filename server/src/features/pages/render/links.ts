import { contentTypeNamed, dialled, telUri } from '@scanleaf/qr'
import { formatSize, type PageBlockOf } from '@scanleaf/shared'
import { html, type Markup } from '../../../platform/pages/markup'
import { ltr, outside, type PageContext, row, words } from './context'
import { icon } from './icons'

export const links = (context: PageContext, block: PageBlockOf<'links'>): Markup =>
  html`<div class="k">${block.links.map((link) =>
    row(context, link.icon, words(context, link.title) ?? '', words(context, link.line), link.address),
  )}</div>`

export const chat = (_: PageContext, { chats }: PageBlockOf<'chat'>): Markup =>
  html`<div class="c">${chats.map((content) => {
    const address = contentTypeNamed('Chat')?.encodeStored(content)
    return address ? html`<a class="b o"${outside(address)}>${icon('chat')}${content.app ?? ''}</a>` : null
  })}</div>`

export const call = (context: PageContext, { content }: PageBlockOf<'call'>): Markup =>
  html`<div class="k">${phoneRow(context, content.phoneNumber ?? '')}</div>`

export const phoneRow = (context: PageContext, number: string): Markup | null =>
  dialled(number) === '' ? null : row(context, 'phone', context.t('pages:call'), ltr(number), telUri(number))

/** Names of shops for apps, which are the same in every language. */
const APP_STORES = { apple: 'App Store', google: 'Google Play', huawei: 'AppGallery' } as const

export const apps = (_: PageContext, block: PageBlockOf<'apps'>): Markup =>
  html`<div class="k">${(['apple', 'google', 'huawei'] as const).map((store) => {
    const address = block[store]
    return address && html`<a class="b o"${outside(address)}>${icon('app')}${APP_STORES[store]}</a>`
  })}</div>`

/** A PDF code of the owner; nothing where that was deleted, paused or taken down, or is another owner's by now. */
export function pdf(context: PageContext, block: PageBlockOf<'pdf'>): Markup | null {
  const shown = context.pdfs.get(block.code)
  if (!shown) return null
  const { title, size, address } = shown
  const below = html`PDF · ${ltr(formatSize(size, context.language))}`
  return html`<div class="k">${row(context, 'document', html`<bdi>${title}</bdi>`, below, address)}</div>`
}
