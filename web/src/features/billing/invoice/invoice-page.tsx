import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { saveFile } from '../../../lib/api/download'
import { useLanguage } from '../../../lib/i18n/i18n'
import { useDeferredData } from '../../../lib/use-deferred-data'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { PageHeader } from '../../../ui/page/page-header'
import { EmptyState } from '../../../ui/state/empty-state'
import { LoadError } from '../../../ui/state/load-error'
import { showToast } from '../../../ui/toast/toasts'
import { fetchInvoicePdf, invoiceQuery } from './api'
import styles from './invoice-page.module.css'
import { InvoiceSheet } from './invoice-sheet'

/** /payment/invoices/{id}: the invoice to print or to download; on paper only the sheet is left. */
export function InvoicePage() {
  const { t } = useTranslation('billing-history')
  const language = useLanguage()
  const { id = '' } = useParams({ strict: false })
  const invoice = useQuery(invoiceQuery(id, language))
  const shown = useDeferredData(invoice.data)
  const download = useMutation({
    mutationFn: () => fetchInvoicePdf(id, language),
    onSuccess: (file) => saveFile(file, `${invoice.data?.number ?? id}.pdf`),
    onError: () => showToast({ kind: 'error', title: t('invoice.pdf-failed') }),
  })
  const isMissing = invoice.error instanceof ApiError && invoice.error.statusCode === 404
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('invoice')}
        start={
          <Link
            to="/payment/$tab"
            params={{ tab: 'transactions' }}
            className={`muted centred ${styles.back}`}
            aria-label={t('invoice.back')}
          >
            <IconArrowLeft className="flip" size={20} stroke={1.7} aria-hidden />
          </Link>
        }
      >
        {invoice.data && (
          <div className="wrap gap-4">
            <Button
              variant="default"
              leftSection={<IconPrinter size={17} stroke={1.7} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('invoice.print')}
            </Button>
            <Button
              leftSection={<IconDownload size={17} stroke={1.7} aria-hidden />}
              loading={download.isPending}
              onClick={() => download.mutate()}
            >
              {t('invoice.pdf')}
            </Button>
          </div>
        )}
      </PageHeader>
      {shown ? (
        <InvoiceSheet invoice={shown} />
      ) : (
        <Card>
          {!invoice.isError && <ListSkeleton />}
          {isMissing && <EmptyState title={t('invoice.missing')} />}
          {invoice.isError && !isMissing && (
            <LoadError title={t('invoice.load-error')} onRetry={() => invoice.refetch()} />
          )}
        </Card>
      )}
    </div>
  )
}
