import {
  formatVnd,
  type Language,
  languageOf,
  MENU_CURRENCIES,
  type MenuCurrency,
  type PageBlockOf,
  type PageMenuItem,
} from '@scanleaf/shared'
import { html, type Markup } from '../../../platform/pages/markup'
import { line, type PageContext, words } from './context'
import { repeatedIcon } from './icons'

/** The anchor of the first menu, which the head's button leads to. */
export const MENU_ANCHOR = 'm0'

/** A price in the visitor's writing and the menu's currency. */
export function priceFormat(currency: MenuCurrency, language: Language): (price: string) => string {
  if (currency === 'VND') return (price) => formatVnd(Number(price), language)
  const format = new Intl.NumberFormat(languageOf(language).intl, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: MENU_CURRENCIES[currency],
    minimumFractionDigits: 0,
  })
  return (price) => format.format(Number(price))
}

export function menu(context: PageContext, block: PageBlockOf<'menu'>): Markup {
  context.pieces.add('menu')
  const price = priceFormat(block.currency, context.language)
  const first = context.page.blocks.filter(({ type }) => type === 'menu').indexOf(block) * 100
  const sections = block.sections.map((section, place) => ({ ...section, id: `m${first + place}` }))
  const links = sections.map(({ id, title }) => html`<a href="#${id}">${words(context, title)}</a>`)
  return html`${links.length > 1 && html`<nav aria-label="${context.t('pages:menu')}">${links}</nav>`}${sections.map(
    ({ id, title, line: below, items }) =>
      html`<section class="e" id="${id}"><h2>${words(context, title)}</h2>${line(context, below)}<ul class="i">${items.map(
        (item) => menuItem(context, item, price),
      )}</ul></section>`,
  )}${line(context, block.note, 'd x k')}`
}

function menuItem(context: PageContext, item: PageMenuItem, price: (price: string) => string): Markup {
  const { t } = context
  const marks = item.marks.map((mark) => {
    context.repeated.add(mark)
    return html`<span class="f">${repeatedIcon(mark)}${t(`pages:mark.${mark}`)}</span>`
  })
  const below = words(context, item.line)
  const shown = item.price === null ? null : price(item.price)
  const name = html`<span><b>${words(context, item.name)}</b>${item.isSoldOut && html`<em>${t('pages:sold-out')}</em>`}</span>`
  const cost = shown && (item.isSoldOut ? html`<s>${shown}</s>` : html`<i>${shown}</i>`)
  return html`<li${item.isSoldOut && html` class="z"`}>${name}${cost}${(below || marks.length > 0) && html`<p>${marks}${below}</p>`}</li>`
}
