import type { PageBlockOf } from '@scanleaf/shared'
import { html, type Markup } from '../../../platform/pages/markup'
import { heading, type PageContext, paragraphs, words } from './context'
import { value } from './pay'

export function text(context: PageContext, block: PageBlockOf<'text'>): Markup {
  context.pieces.add('paragraphs')
  const title = words(context, block.title)
  return html`<section class="card">${title && html`<div class="h"><h2>${title}</h2></div>`}${paragraphs(context, block.text)}</section>`
}

export function wifi(context: PageContext, { content }: PageBlockOf<'wifi'>): Markup {
  const { t } = context
  context.pieces.add('values')
  const { ssid = '', passWifi = '' } = content
  return html`<section class="card">${heading('wifi', 'Wi-Fi')}<dl class="l">${value(t('pages:wifi-name'), ssid)}${
    passWifi !== '' && value(t('pages:wifi-password'), passWifi, true)
  }</dl><p class="d x k">${t('pages:wifi-hint')}</p></section>`
}
