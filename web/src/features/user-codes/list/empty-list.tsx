import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconServerOff from '@tabler/icons-react/dist/esm/icons/IconServerOff.mjs'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Allowed } from '../../../lib/session/allowed'
import { HelpLink } from '../../../ui/page/help-link'
import { EmptyState } from '../../../ui/state/empty-state'
import styles from './empty-list.module.css'
import { TrashLink } from './trash-link'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** An empty list, with what this kind of code can do. */
export function EmptyList({ kind, action }: { kind: 'dynamic' | 'static'; action: ReactNode }) {
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
    <EmptyState
      title={t('empty')}
      text={t(`${kind}.empty-text`)}
      action={action}
      notes={
        <>
          {notes}
          <Note icon={<IconDownload {...icon} />} text="PNG, SVG" />
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
  )
}

const Note = ({ icon: mark, text }: { icon: ReactNode; text: string }) => (
  <span className={`gap-3 ${styles.note}`}>
    {mark}
    {text}
  </span>
)
