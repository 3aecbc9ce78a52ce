import { formatNumber, type UserCode } from '@scanleaf/shared'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { buttonClass } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import { Property } from '../../../ui/properties/property'
import type { CodesSlots } from '../slots'
import styles from './code-dialog.module.css'
import { ContentProperties } from './content-properties'
import { TargetLink } from './target-link'

export interface MainJobProps {
  code: UserCode
  startsEditing: boolean
  slots: CodesSlots
}

/** What a code is opened for, before everything else: what it holds, the way to change that, and how often it is scanned. */
export function MainJob({ code, startsEditing, slots }: MainJobProps) {
  const { t } = useTranslation('user-codes')
  const { OwnReports, PageProperties, PdfProperties, ScanSummary } = slots
  const isPdf = code.contentType === 'Website-pdf'
  return (
    <div className={styles.main}>
      {code.takedown && (
        <ErrorMessage text={t('taken-down.text', { reason: t(`taken-down.${code.takedown.reason}`) })} />
      )}
      {code.reported && !code.takedown && OwnReports && (
        <Suspense>
          <OwnReports codeId={code.id} />
        </Suspense>
      )}
      {isPdf && PdfProperties && (
        <Suspense>
          <PdfProperties code={code} startsEditing={startsEditing} />
        </Suspense>
      )}
      <dl>
        {code.isDynamicCode ? (
          <>
            <TargetLink code={code} startsEditing={startsEditing && !isPdf} />
            <Rules codeId={code.id} count={code.rules?.count ?? 0} />
          </>
        ) : (
          <ContentProperties code={code} />
        )}
      </dl>
      {code.isDynamicCode && !isPdf && !code.takedown && PageProperties && (
        <Suspense>
          <PageProperties code={code} />
        </Suspense>
      )}
      {code.isDynamicCode && ScanSummary && (
        <Suspense fallback={<i className={styles.boneStat} />}>
          <ScanSummary codeId={code.id} count={code.scanCounter} />
        </Suspense>
      )}
    </div>
  )
}

/** The target alone would say too little of a code that has rules. */
function Rules({ codeId, count }: { codeId: string; count: number }) {
  const { t } = useTranslation('user-codes')
  const language = useLanguage()
  return (
    <Property
      label={t('changed.rules')}
      end={
        <Link
          to="/dynamic-codes/$id/rules"
          params={{ id: codeId }}
          className={buttonClass({ variant: 'default', size: 'sm' })}
        >
          {t('rules')}
        </Link>
      }
    >
      <bdi dir="ltr">{formatNumber(count, language)}</bdi>
      {count > 0 && <span className={`small muted ${styles.note}`}>{t('detail.rules-note')}</span>}
    </Property>
  )
}
