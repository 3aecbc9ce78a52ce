import { formatVnd, type Invoice, type Language } from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import type { Translator } from '../../../platform/i18n'

/** The namespace of the texts of an invoice, on every medium. */
export const INVOICE_TEXTS = 'billing-history'

/** An invoice with every text as it is shown, ready for layout. */
export interface InvoiceTexts {
  title: string
  number: string
  details: [label: string, value: string][]
  parties: { title: string; lines: string[] }[]
  heads: string[]
  lines: { cells: string[]; note: string | null }[]
  /** The parts of the total, above it; empty where no VAT rate is named. */
  sums: { label: string; amount: string }[]
  total: { label: string; amount: string }
  foot: string
}

/** @param translator has the namespace INVOICE_TEXTS */
export function invoiceTexts(invoice: Invoice, language: Language, translator: Translator): InvoiceTexts {
  const t = translator.in(language, INVOICE_TEXTS)
  const money = (amount: number) => formatVnd(amount, language)
  return {
    title: t('invoice'),
    number: invoice.number,
    details: [
      [t('invoice.issued'), dayOf(invoice.issuedAt)],
      ...(invoice.paidAt === null ? [] : [[t('invoice.paid-on'), dayOf(invoice.paidAt)] as [string, string]]),
      [t('column.status'), t(`invoice.status.${invoice.status}`)],
    ],
    parties: [
      { title: t('invoice.seller'), lines: partyLines(invoice.seller, t) },
      { title: t('invoice.buyer'), lines: partyLines(invoice.buyer, t) },
    ],
    heads: [t('invoice.line'), t('invoice.quantity'), t('invoice.unit-price'), t('column.money')],
    lines: invoice.lines.map(({ description, quantity, unitPrice, amount, oldPlanDetail }) => ({
      cells: [description, String(quantity), money(unitPrice), money(amount)],
      note: oldPlanDetail
        ? t('details.old-plan', {
            plan: isolated(oldPlanDetail.description),
            price: isolated(money(oldPlanDetail.originPrice)),
            discount: isolated(money(oldPlanDetail.discount)),
          })
        : null,
    })),
    sums: vatSums(invoice, t, money),
    total: { label: t('details.total'), amount: money(invoice.amount) },
    foot: t('invoice.vat'),
  }
}

function vatSums({ vat }: Invoice, t: TFunction, money: (amount: number) => string): InvoiceTexts['sums'] {
  if (vat === null) return []
  return [
    { label: t('invoice.net'), amount: money(vat.net) },
    { label: t('invoice.vat-rate', { percent: vat.percent }), amount: money(vat.amount) },
  ]
}

const partyLines = ({ name, address, taxCode, email }: Invoice['seller'], t: TFunction): string[] =>
  [name, address, taxCode && `${t('invoice.tax-code')} ${isolated(taxCode)}`, email].filter(Boolean)

/** First-strong isolate and its end (Unicode UAX #9): an amount in a text of the other direction. */
const isolated = (text: string): string => `\u2068${text}\u2069`

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Ho_Chi_Minh',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** `DD/MM/YYYY` in every language (design language §9). */
const dayOf = (time: string): string => clock.format(new Date(time))
