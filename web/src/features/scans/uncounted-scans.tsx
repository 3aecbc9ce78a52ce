import { formatNumber, type Scans, UNCOUNTED_KINDS } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import { Card } from '../../ui/card/card'
import { Disclosure } from '../../ui/disclosure/disclosure'
import { HelpLink } from '../../ui/page/help-link'
import properties from '../../ui/properties/properties.module.css'
import { type CodeId, uncountedQuery } from './api'
import styles from './uncounted-scans.module.css'

/** Answers "why was this scan not counted?": other requests to the codes, why each is not a scan, and the last ones. */
export function UncountedScans({ scans, codeId }: { scans: Scans; codeId: CodeId }) {
  const { t } = useTranslation('scans')
  const language = useLanguage()
  return (
    <Card className={styles.uncounted}>
      <h2>{t('uncounted.title')}</h2>
      <p className={styles.hint}>{t('uncounted.text')}</p>
      <dl className={properties.spread}>
        {UNCOUNTED_KINDS.map((kind) => (
          <div key={kind}>
            <dt>
              <b>{t(`kind.${kind}`)}</b>
              <span>{t(`kind.${kind}-text`)}</span>
            </dt>
            <dd>{formatNumber(scans.notCounted[kind], language)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <b>{t('repeats')}</b>
            <span>{t('repeats.text')}</span>
          </dt>
          <dd>{formatNumber(scans.repeats, language)}</dd>
        </div>
      </dl>
      <HelpLink slug="scan-counts" />
      {codeId !== null && <LastUncounted codeId={codeId} />}
    </Card>
  )
}

function LastUncounted({ codeId }: { codeId: string }) {
  const { t } = useTranslation('scans')
  const recent = useQuery(uncountedQuery(codeId))
  if (!recent.data || recent.data.length === 0) return null
  return (
    <Disclosure title={t('uncounted.recent')} className={styles.recent}>
      <ul>
        {recent.data.map(({ id, at, kind, userAgent }) => (
          <li key={id}>
            <span>
              <bdi dir="ltr">{formatDateTime(at)}</bdi> · {kind !== 'person' && t(`kind.${kind}`)}
            </span>
            <bdi dir="ltr" className={`muted ${styles.agent}`}>
              {userAgent || t('uncounted.no-agent')}
            </bdi>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
