import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconCopyPlus from '@tabler/icons-react/dist/esm/icons/IconCopyPlus.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu, MenuItem } from '../../../ui/menu/menu'
import type { RowAction } from './action-list'

const ICONS = {
  view: IconEye,
  download: IconDownload,
  edit: IconPencil,
  rules: IconRoute,
  'copy-link': IconCopy,
  duplicate: IconCopyPlus,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  delete: IconTrash,
} satisfies Record<RowAction, unknown>

export interface RowMenuProps {
  anchorRef: RefObject<HTMLElement | null>
  label: string
  actions: readonly RowAction[]
  onAction: (action: RowAction) => void
  onClose: () => void
}

/** Actions of a code with their icons. */
export function RowMenu({ anchorRef, label, actions, onAction, onClose }: RowMenuProps) {
  const { t } = useTranslation('user-codes')
  return (
    <Menu anchorRef={anchorRef} label={label} onClose={onClose}>
      {actions.map((action) => {
        const Icon = ICONS[action]
        return (
          <MenuItem
            key={action}
            icon={<Icon size={17} stroke={1.7} aria-hidden />}
            isDangerous={action === 'delete'}
            onClick={() => onAction(action)}
          >
            {t(action)}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
