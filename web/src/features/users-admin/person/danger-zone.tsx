import type { UserDetails } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card/card'
import own from '../users-admin.module.css'
import { Deletion } from './deletion'
import { RecoveryLinkDialog } from './recovery-link'
import { Suspension } from './suspension'

export interface DangerZoneProps {
  user: UserDetails
  mayRecover: boolean
  maySuspend: boolean
  mayDelete: boolean
  OwnerTakedown: ComponentType<{ userId: string; name: string }> | null
}

/** What takes something away from a person, apart from all else; each asks again, and names them. */
export function DangerZone({ user, mayRecover, maySuspend, mayDelete, OwnerTakedown }: DangerZoneProps) {
  const { t } = useTranslation('users-admin')
  if (!mayRecover && !maySuspend && !mayDelete && !OwnerTakedown) return null
  return (
    <Card className={own.danger} aria-labelledby={`danger-${user.id}`}>
      <h2 id={`danger-${user.id}`}>
        <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
        {t('danger')}
      </h2>
      <ul>
        {mayRecover && (
          <Act text={t('danger.recovery')}>
            <RecoveryLinkDialog user={user} />
          </Act>
        )}
        {maySuspend && (
          <Act text={t('danger.suspend')}>
            <Suspension user={user} />
          </Act>
        )}
        {OwnerTakedown && (
          <Act text={t('danger.takedown')}>
            <OwnerTakedown userId={user.id} name={user.username} />
          </Act>
        )}
        {mayDelete && (
          <Act text={t('danger.delete')}>
            <Deletion user={user} />
          </Act>
        )}
      </ul>
    </Card>
  )
}

const Act = ({ text, children }: { text: string; children: ReactNode }) => (
  <li>
    <p>{text}</p>
    {children}
  </li>
)
