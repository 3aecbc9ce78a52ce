import type { UserCode } from '@scanleaf/shared'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button'
import { ACT_ICONS, actsOf, type RowAct } from './row-acts'

const RowMenu = lazy(async () => ({ default: (await import('./row-menu')).RowMenu }))

export interface RowActionsProps {
  code: UserCode
  name: string
  isPhone: boolean
  onAct: (act: RowAct) => void
}

/** The acts of a row: icons, or a menu on a phone. */
export function RowActions({ code, name, isPhone, onAct }: RowActionsProps) {
  const { t } = useTranslation('user-codes')
  if (isPhone) {
    return (
      <Suspense fallback={<MenuPlace />}>
        <RowMenu code={code} name={name} onAct={onAct} />
      </Suspense>
    )
  }
  return actsOf(code).map((act) => {
    const Icon = ACT_ICONS[act]
    return (
      <IconButton
        key={act}
        aria-label={t('action-of', { action: t(act), name })}
        title={t(act)}
        onClick={() => onAct(act)}
      >
        <Icon size={17} stroke={1.7} aria-hidden />
      </IconButton>
    )
  })
}

const MenuPlace = () => <IconDots size={18} stroke={1.7} aria-hidden />
