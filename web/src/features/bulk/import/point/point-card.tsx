import { type CheckedImport, SOURCE_NAMES } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../../lib/api/api-error'
import { bidiIsolate } from '../../../../lib/i18n/bidi-isolate'
import { Badge } from '../../../../ui/badge/badge'
import { Button, buttonClass } from '../../../../ui/button/button'
import { Card } from '../../../../ui/card/card'
import { ErrorMessage } from '../../../../ui/message/error-message'
import { InfoMessage } from '../../../../ui/message/info-message'
import { checkQuery, type Import } from '../api'
import { CheckedPaths } from './checked-paths'
import { MoveRecords } from './move-records'
import styles from './point.module.css'

/** The last step: the old domain leads here, in an order in which no scan is lost. */
export function PointCard({ item }: { item: Import }) {
  const { t } = useTranslation('bulk')
  const [isAsked, setIsAsked] = useState(false)
  const check = useQuery({ ...checkQuery(item.id), enabled: isAsked })
  const { host } = item
  const service = item.hosts.find((each) => each.host === host)?.service ?? null
  if (service !== null)
    return <InfoMessage>{t('import.point.fixed', { host: bidiIsolate(host), service })}</InfoMessage>
  const checked = check.data ?? null
  return (
    <Card isPadded className="stack gap-8" aria-labelledby="point">
      <div className={`wrap ${styles.head}`}>
        <div className={styles.words}>
          <h2 id="point">{t('import.point', { host: bidiIsolate(host) })}</h2>
          <p className="small muted">{t('import.point.text')}</p>
        </div>
        <Button
          variant={checked ? 'default' : 'filled'}
          loading={check.isFetching}
          onClick={() => (isAsked ? void check.refetch() : setIsAsked(true))}
        >
          {t(checked ? 'check-again' : 'import.check')}
        </Button>
      </div>
      <ErrorMessage text={check.isError ? messageOf(check.error, t('failed')) : null} />
      {checked && <Where checked={checked} />}
      {checked && <CheckedPaths paths={checked.paths} />}
      {checked?.askedBy === 'id' && checked.paths.length > 0 && (
        <InfoMessage>{t('import.check.by-id')}</InfoMessage>
      )}
      {checked && checked.plan === null && <InfoMessage>{t('import.point.off')}</InfoMessage>}
      <Order item={item} checked={checked} />
    </Card>
  )
}

/** Whether the domain is verified, and leads here. */
function Where({ checked: { isProven, isPointedHere } }: { checked: CheckedImport }) {
  const { t } = useTranslation('bulk')
  return (
    <p className="wrap gap-4" role="status">
      <Badge tone={isPointedHere ? 'good' : 'warning'}>
        {t(
          isPointedHere === null
            ? 'import.dns.unanswered'
            : isPointedHere
              ? 'import.dns.here'
              : 'import.dns.elsewhere',
        )}
      </Badge>
      <Badge tone={isProven ? 'good' : 'warning'}>
        {t(isProven ? 'import.dns.proven' : 'import.host.unproven')}
      </Badge>
    </p>
  )
}

function Order({ item, checked }: { item: Import; checked: CheckedImport | null }) {
  const { t } = useTranslation('bulk')
  const { host, source } = item
  const values = { host: bidiIsolate(host) }
  const plan = checked?.plan ?? null
  const ttl = plan?.records[0]?.ttl
  const recordsOf = (type: 'TXT' | 'A') => plan?.records.filter((record) => record.type === type) ?? []
  return (
    <ol className={`gap-8 ${styles.order}`}>
      <OrderStep title={t('import.order.check')}>{t('import.order.check.text', values)}</OrderStep>
      <OrderStep title={t('import.order.ttl')}>
        {t('import.order.ttl.text', { ...values, count: ttl ?? DEFAULT_TTL })}
      </OrderStep>
      <OrderStep title={t('import.order.txt')} more={<MoveRecords records={recordsOf('TXT')} />}>
        {t('import.order.txt.text', values)}
      </OrderStep>
      <OrderStep
        title={t('import.order.a')}
        more={
          <>
            <MoveRecords records={recordsOf('A')} current={plan?.current ?? []} />
            <Link
              to="/settings/$tab"
              params={{ tab: 'domain' }}
              className={buttonClass({ variant: 'default', size: 'sm' })}
            >
              {t('import.order.verify')}
            </Link>
          </>
        }
      >
        {t('import.order.a.text', values)}
      </OrderStep>
      <OrderStep title={t('import.order.after')}>{t('import.order.after.text', values)}</OrderStep>
      <OrderStep title={t('import.order.old')}>
        {source === 'other' || source === 'scanleaf'
          ? t('import.order.old.text', values)
          : t('import.order.old.service', { ...values, service: SOURCE_NAMES[source] })}
      </OrderStep>
    </ol>
  )
}

/** Seconds, as long as the plan is not known. */
const DEFAULT_TTL = 300

function OrderStep({ title, more, children }: { title: string; more?: ReactNode; children: string }) {
  return (
    <li>
      <b>{title}</b>
      <p>{children}</p>
      {more}
    </li>
  )
}
