import { formatNumber, formatVnd, type Invoice } from '@scanleaf/shared'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import styles from './invoice-page.module.css'

/** The invoice as it is on paper, and on screen as white paper in both schemes. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing-history')
  const language = useLanguage()
  const money = (amount: number) => <bdi dir="ltr">{formatVnd(amount, language)}</bdi>
  return (
    <article className={styles.sheet} aria-label={t('details.invoice', { number: invoice.number })}>
      <header className={`wrap ${styles.head}`}>
        <div>
          <h2>{t('invoice')}</h2>
          <p className={styles.number}>
            <bdi dir="ltr">{invoice.number}</bdi>
          </p>
        </div>
        <dl className={`small ${styles.facts}`}>
          <dt>{t('invoice.issued')}</dt>
          <dd>{formatDate(invoice.issuedAt)}</dd>
          {invoice.paidAt !== null && (
            <>
              <dt>{t('invoice.paid-on')}</dt>
              <dd>{formatDate(invoice.paidAt)}</dd>
            </>
          )}
          <dt>{t('column.status')}</dt>
          <dd>{t(`invoice.status.${invoice.status}`)}</dd>
        </dl>
      </header>
      <div className={`gap-10 ${styles.parties}`}>
        <Party title={t('invoice.seller')} party={invoice.seller} />
        <Party title={t('invoice.buyer')} party={invoice.buyer} />
      </div>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('invoice.line')}</th>
            <th scope="col">{t('invoice.quantity')}</th>
            <th scope="col" className={styles.unitPrice}>
              {t('invoice.unit-price')}
            </th>
            <th scope="col">{t('column.money')}</th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an invoice never move
            <tr key={place}>
              <td>
                <bdi>{line.description}</bdi>
                {line.oldPlanDetail && (
                  <span className={`fine ${styles.note}`}>
                    {t('details.old-plan', {
                      plan: bidiIsolate(line.oldPlanDetail.description),
                      price: bidiIsolate(formatVnd(line.oldPlanDetail.originPrice, language)),
                      discount: bidiIsolate(formatVnd(line.oldPlanDetail.discount, language)),
                    })}
                  </span>
                )}
              </td>
              <td>{formatNumber(line.quantity, language)}</td>
              <td className={styles.unitPrice}>{money(line.unitPrice)}</td>
              <td>{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {invoice.vat !== null && (
            <>
              <SumRow label={t('invoice.net')} amount={money(invoice.vat.net)} />
              <SumRow
                label={t('invoice.vat-rate', { percent: invoice.vat.percent })}
                amount={money(invoice.vat.amount)}
              />
            </>
          )}
          <tr>
            <th scope="row" colSpan={2}>
              {t('details.total')}
            </th>
            <td className={styles.unitPrice} />
            <td>{money(invoice.amount)}</td>
          </tr>
        </tfoot>
      </table>
      <p className={`fine ${styles.note}`}>{t('invoice.vat')}</p>
    </article>
  )
}

/** The parts of the total. */
function SumRow({ label, amount }: { label: string; amount: ReactNode }) {
  return (
    <tr className={styles.sum}>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td className={styles.unitPrice} />
      <td>{amount}</td>
    </tr>
  )
}

function Party({ title, party }: { title: string; party: Invoice['seller'] }) {
  const { t } = useTranslation('billing-history')
  return (
    <section>
      <h3>{title}</h3>
      {party.name !== '' && (
        <p className={styles.name}>
          <bdi>{party.name}</bdi>
        </p>
      )}
      {party.address !== '' && (
        <p>
          <bdi>{party.address}</bdi>
        </p>
      )}
      {party.taxCode !== '' && (
        <p>
          {t('invoice.tax-code')} <bdi dir="ltr">{party.taxCode}</bdi>
        </p>
      )}
      {party.email !== '' && (
        <p>
          <bdi dir="ltr">{party.email}</bdi>
        </p>
      )}
    </section>
  )
}
