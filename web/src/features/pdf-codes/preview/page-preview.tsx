import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withoutProtocol } from '../../../lib/format/format'
import type { Details } from '../fields/details'
import styles from './page-preview.module.css'

export interface PagePreviewProps {
  details: Details
  /** Picture of the first page; none before the code is made, or when none could be drawn. */
  previewUrl: string | null
}

/** The page on a visitor's phone, rendered from the typed values. */
export function PagePreview({ details, previewUrl }: PagePreviewProps) {
  const { t } = useTranslation('pdf-codes')
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const title = details.title.trim() || t('title')
  const company = details.companyName.trim() || t('company')
  return (
    <div className={styles.phone} role="img" aria-label={t('preview.page', { title, company })}>
      <div className={styles.screen}>
        <div className={styles.head}>
          <span className={`centred ${styles.tile}`}>
            <IconFileText size={20} stroke={1.7} aria-hidden />
          </span>
          <p className={styles.title} data-empty={details.title.trim() === '' || undefined}>
            <bdi>{title}</bdi>
          </p>
          <p className={`clip ${styles.company}`}>
            <bdi>{company}</bdi>
          </p>
        </div>
        <div className={styles.body}>
          <div className={styles.sheet}>
            {previewUrl !== null && previewUrl !== brokenUrl ? (
              <img src={previewUrl} alt="" onError={() => setBrokenUrl(previewUrl)} />
            ) : (
              <Lines />
            )}
          </div>
          <span className={`centred ${styles.open}`}>{t('preview.open')}</span>
          <p className={`clip ${styles.website}`}>
            <bdi dir="ltr">{withoutProtocol(details.website.trim()) || t('website')}</bdi>
          </p>
        </div>
      </div>
    </div>
  )
}

/** Placeholder until there is a page. */
function Lines() {
  return (
    <div className={`stack gap-4 ${styles.lines}`}>
      <i data-line="head" />
      <i />
      <i data-line="long" />
      <i />
      <i data-line="short" />
      <div className={styles.table}>
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}
