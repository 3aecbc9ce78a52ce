import type { UserCode } from '@scanleaf/shared'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button'

/** What can be done with a code from its row (spec §2): static codes are viewed and deleted only. */
const DYNAMIC_ACTS = ['view', 'download', 'edit', 'delete'] as const
const STATIC_ACTS = ['view', 'delete'] as const
export type RowAct = (typeof DYNAMIC_ACTS)[number]

export const ACT_ICONS = { view: IconEye, download: IconDownload, edit: IconPencil, delete: IconTrash }

export const actsOf = (code: UserCode): readonly RowAct[] => (code.isDynamicCode ? DYNAMIC_ACTS : STATIC_ACTS)

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
