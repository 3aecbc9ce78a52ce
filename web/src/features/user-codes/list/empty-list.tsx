import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconServerOff from '@tabler/icons-react/dist/esm/icons/IconServerOff.mjs'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Allowed } from '../../../lib/session/allowed'
import { HelpLink } from '../../../ui/page/help-link'
import { EmptyState } from '../../../ui/state/empty-state'
import type { CodesSlots } from '../slots'
import styles from './empty-list.module.css'
import { TrashLink } from './trash-link'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

export interface EmptyListProps {
  kind: 'dynamic' | 'static'
  action: ReactNode
  SetUp: CodesSlots['SetUp']
}

/** An empty list, with what this kind of code can do. */
export function EmptyList({ kind, action, SetUp }: EmptyListProps) {
  const { t } = useTranslation('user-codes')
  const notes =
    kind === 'dynamic' ? (
      <>
        <Note icon={<IconPencil {...icon} />} text={t('empty.note-edit')} />
        <Note icon={<IconChartBar {...icon} />} text={t('empty.note-scans')} />
      </>
    ) : (
      <Note icon={<IconServerOff {...icon} />} text={t('empty.note-fixed')} />
    )
  return (
    <>
      {kind === 'dynamic' && SetUp && (
        <Suspense>
          <SetUp />
        </Suspense>
      )}
      <EmptyState
        title={t('empty')}
        text={t(`${kind}.empty-text`)}
        action={action}
        notes={
          <>
            {notes}
            <Note icon={<IconDownload {...icon} />} text="PNG, SVG" />
          </>
        }
        links={
          <>
            {kind === 'dynamic' && (
              <Allowed to="codes:write">
                <Link to="/settings/$tab" params={{ tab: 'import-export' }} className={styles.link}>
                  {t('empty.move-in')}
                </Link>
              </Allowed>
            )}
            <TrashLink />
            <HelpLink slug="first-code" />
          </>
        }
      />
    </>
  )
}

const Note = ({ icon: mark, text }: { icon: ReactNode; text: string }) => (
  <span className={`gap-3 ${styles.note}`}>
    {mark}
    {text}
  </span>
)
