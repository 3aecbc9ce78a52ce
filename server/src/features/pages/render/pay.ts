import { bankOf } from '@scanleaf/qr'
import { BANK_APPS, bankAppLink, languageOf, type PageBlockOf } from '@scanleaf/shared'
import { html, type Markup } from '../../../platform/pages/markup'
import { heading, outside, type PageContext } from './context'
import { icon } from './icons'
import { priceFormat } from './menu'

export const amountText = ({ language }: PageContext, amount: string): string =>
  priceFormat('VND', language)(amount)

/** A value of a list; one that is to be copied is selected by one tap. */
export const value = (name: string, text: string, isCopied = false): Markup =>
  html`<div><dt>${name}</dt><dd${isCopied && html` class="a"`}><bdi class="u">${text}</bdi></dd></div>`

export function pay(context: PageContext, { content }: PageBlockOf<'pay'>): Markup {
  const { t, paths, accountSince, appName, language } = context
  const { bank = '', number = '', accountName = '', amount = '', memo = '' } = content
  context.pieces.add('values').add('symbol')
  const transfer = {
    bankBin: bank,
    accountNumber: number,
    accountName,
    amount: amount || null,
    content: memo,
  }
  const apps = BANK_APPS.flatMap((app) => {
    const address = bankAppLink(app, transfer, null)
    return address === null ? [] : [html`<a class="b o"${outside(address)}>${app.name}</a>`]
  })
  const since =
    accountSince &&
    t('pages:pay-since', {
      date: new Intl.DateTimeFormat(languageOf(language).intl, {
        dateStyle: 'medium',
        timeZone: context.page.zone,
      }).format(accountSince),
    })
  return html`${
    apps.length > 0 &&
    html`<section class="card">${heading('bank', t('pages:pay-apps'))}<p class="d x">${t('pages:pay-apps.hint')}</p><div class="c">${apps}</div></section>`
  }<section class="card">${heading('save', t('pages:pay-scan'))}<img class="qr" src="${paths.paymentPicture}" width="264" height="264" alt="${t('pages:pay-picture')}"><a class="b o" href="${paths.paymentPicture}" download>${icon('save')}${t('pages:pay-save')}</a><p class="d x k">${t('pages:pay-readers')}</p></section><section class="card">${heading('copy', t('pages:pay-copy'))}<p class="d x">${t('pages:copy-hint')}</p><dl class="l">${value(t('pages:pay-bank'), bankOf(bank)?.name ?? bank)}${value(t('pages:pay-number'), number, true)}${value(t('pages:pay-name'), accountName)}${
    amount !== '' && value(t('pages:pay-amount'), amount, true)
  }${memo !== '' && value(t('pages:pay-memo'), memo, true)}</dl></section><p class="d x ok">${icon('shield')}<span>${since} ${t('pages:pay-trust', { appName })}</span></p>`
}
