import { formatList, type PageOfCode } from '@scanleaf/shared'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { buttonClass } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { CopyableLink } from '../../../ui/copyable-link/copyable-link'
import { PageHeader } from '../../../ui/page/page-header'
import styles from './wizard.module.css'

/** What a code of such a page is printed as first: a card on a table, a card for the pocket, a sheet on a wall. */
const PRINTED_AS: Readonly<Record<PageOfCode['draft']['kind'], string>> = {
  ...{ menu: 'tent-A6', business: 'tent-A6', pay: 'tent-A6', place: 'tent-A6' },
  ...{ contact: 'card', event: 'poster-A5', apps: 'poster-A5' },
}

/** What comes after the questions: the code to print. */
export function PublishedPage({ page }: { page: PageOfCode }) {
  const { t } = useTranslation(['page-editor', 'user-codes'])
  const language = useLanguage()
  const { id, code, review, draft } = page
  return (
    <>
      <PageHeader title={code.name} />
      <Card isPadded className="stack gap-8">
        <h2 role="status">
          {review === null ? t('wizard.done') : t('held', { names: formatList(review.names, language) })}
        </h2>
        <CopyableLink label={t('open')} address={code.codeRedirect ?? page.pageUrl} />
        <div className={`row wrap gap-5 ${styles.next}`}>
          <Link
            to="/dynamic-codes/print"
            search={{ ids: id, layout: PRINTED_AS[draft.kind] }}
            className={buttonClass({ size: 'lg' })}
          >
            <IconPrinter size={18} stroke={1.7} aria-hidden />
            {t('wizard.print')}
          </Link>
          <Link
            to="/dynamic-codes"
            search={{ code: id }}
            className={buttonClass({ variant: 'default', size: 'lg' })}
          >
            <IconDownload size={18} stroke={1.7} aria-hidden />
            {t('user-codes:download')}
          </Link>
          <Link
            to="/dynamic-codes/$id/page"
            params={{ id }}
            className={buttonClass({ variant: 'subtle', size: 'lg' })}
          >
            <IconEdit size={18} stroke={1.7} aria-hidden />
            {t('edit')}
          </Link>
        </div>
      </Card>
    </>
  )
}
