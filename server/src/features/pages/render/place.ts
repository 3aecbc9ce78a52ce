import { contentTypeNamed } from '@scanleaf/qr'
import { ownerTextFor, type PageBlockOf } from '@scanleaf/shared'
import { html, type Markup } from '../../../platform/pages/markup'
import { heading, isFirstAction, line, outside, type PageContext, words } from './context'
import { icon } from './icons'

/** Looks for an address in words, where there are no coordinates (Google Maps URLs, search action). */
export const mapSearch = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`

interface MapLink {
  name: string
  address: string
}

function mapLinks({ t, page, language }: PageContext, { address, content }: PageBlockOf<'place'>): MapLink[] {
  const written = ownerTextFor(address, language, page.languages)?.text ?? ''
  if (content === null)
    return [
      { name: 'Google Maps', address: mapSearch(written) },
      { name: 'Apple Maps', address: `https://maps.apple.com/?q=${encodeURIComponent(written)}` },
    ]
  const place = contentTypeNamed('Place')
  const main = place?.encodeStored({ ...content, format: 'link' }) ?? mapSearch(written)
  if (content.link) return [{ name: t('pages:directions'), address: main }]
  return [
    { name: 'Google Maps', address: main },
    { name: 'Apple Maps', address: `https://maps.apple.com/?q=${content.latitude},${content.longitude}` },
    { name: t('pages:other-map'), address: place?.encodeStored({ ...content, format: 'geo' }) ?? main },
  ]
}

export function place(context: PageContext, block: PageBlockOf<'place'>): Markup {
  const { t } = context
  const [first, ...others] = mapLinks(context, block)
  const isFirst = isFirstAction(context, 'place')
  const button = ({ name, address }: MapLink) => html`<a class="b o"${outside(address)}>${name}</a>`
  const main =
    isFirst &&
    first &&
    html`<div class="k"><a class="b"${outside(first.address)}>${icon('directions')}${t('pages:directions')}</a></div>`
  const shown = isFirst ? others : [first, ...others]
  return html`<section class="card">${heading('pin', t('pages:place'))}<p>${words(context, block.address)}</p>${line(context, block.line)}${main}<div class="c">${shown.map((link) => link && button(link))}</div></section>`
}
