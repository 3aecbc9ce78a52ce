import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error'
import { PageHeader } from '../../ui/page/page-header'
import { codeQuery } from './api'
import styles from './scans.module.css'
import { ScansView } from './scans-view'
import type { ScansSearch } from './search'

/** /scans: all codes together. */
export function AllScansPage() {
  const { t } = useTranslation('scans')
  const search: ScansSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('all.title')} subtitle={t('all.subtitle')} />
      <ScansView
        codeId={null}
        search={search}
        onSearch={(next) => void navigate({ to: '/scans', search: next, replace: true })}
      />
    </>
  )
}

/** /dynamic-codes/{id}/scans. @param Elsewhere in which other workspace the code is */
export function CodeScansPage({ Elsewhere }: { Elsewhere: ComponentType<{ codeId: string }> }) {
  const { t } = useTranslation('scans')
  const { id } = useParams({ from: '/protected/dynamic-codes/$id/scans' })
  const search: ScansSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const code = useQuery(codeQuery(id))
  const isMissing = code.error instanceof ApiError && code.error.statusCode === 404
  const link = code.data?.codeRedirect?.replace(/^https?:\/\//, '')
  return (
    <>
      <PageHeader
        title={code.data?.name || t('code.title')}
        start={
          <Link to="/dynamic-codes" aria-label={t('code.back')}>
            <IconArrowLeft className="flip" size={20} stroke={1.7} aria-hidden />
          </Link>
        }
      >
        {link && (
          <bdi dir="ltr" className={`muted ${styles.codeLink}`}>
            {link}
          </bdi>
        )}
      </PageHeader>
      {isMissing && (
        <Suspense>
          <Elsewhere codeId={id} />
        </Suspense>
      )}
      <ScansView
        codeId={id}
        search={search}
        onSearch={(next) =>
          void navigate({ to: '/dynamic-codes/$id/scans', params: { id }, search: next, replace: true })
        }
      />
    </>
  )
}
