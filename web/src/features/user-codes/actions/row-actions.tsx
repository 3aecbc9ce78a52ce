import type { UserCode } from '@scanleaf/shared'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/session/workspace'
import { IconButton } from '../../../ui/button/button'
import { useDropdown } from '../../../ui/menu/use-dropdown'
import { allActsOf, ICON_ACTIONS, isOffered, menuActionsOf, type RowAction } from './action-list'

const ICONS = { view: IconEye, download: IconDownload, edit: IconPencil, delete: IconTrash }

const loadMenu = () => import('./row-menu')
const RowMenu = lazy(async () => ({ default: (await loadMenu()).RowMenu }))

export interface RowActionsProps {
  code: UserCode
  name: string
  isPhone: boolean
  onAction: (action: RowAction) => void
}

/** The actions of a row: icons and a menu for the rest; on a phone only the menu. */
export function RowActions({ code, name, isPhone, onAction }: RowActionsProps) {
  const { t } = useTranslation('user-codes')
  const mayWrite = useMay('codes:write')
  if (isPhone) return <MoreActionsMenu name={name} actions={allActsOf(code)} size={44} onAction={onAction} />
  return (
    <>
      {ICON_ACTIONS[code.productId]
        .filter((each) => isOffered(each, mayWrite))
        .map((action) => {
          const Icon = ICONS[action]
          return (
            <IconButton
              key={action}
              aria-label={t('action-of', { action: t(action), name })}
              title={t(action)}
              onClick={() => onAction(action)}
            >
              <Icon size={17} stroke={1.7} aria-hidden />
            </IconButton>
          )
        })}
      <MoreActionsMenu name={name} actions={menuActionsOf(code)} onAction={onAction} />
    </>
  )
}

export interface MoreActionsProps {
  name: string
  actions: readonly RowAction[]
  /** Side in px of the button. */
  size?: number
  onAction: (action: RowAction) => void
}

/** The button of a menu, where it has entries; the menu comes when it is first pointed at. */
export function MoreActionsMenu({ name, actions, size = 32, onAction }: MoreActionsProps) {
  const { t } = useTranslation('user-codes')
  const panel = useDropdown()
  const mayWrite = useMay('codes:write')
  const offered = actions.filter((each) => isOffered(each, mayWrite))
  if (offered.length === 0) return null
  return (
    <div {...panel.rootProps}>
      <IconButton
        ref={panel.buttonRef}
        size={size}
        aria-label={t('actions', { name })}
        aria-haspopup="menu"
        aria-expanded={panel.isOpen}
        onPointerEnter={() => void loadMenu()}
        onClick={panel.toggle}
      >
        <IconDots size={18} stroke={2} aria-hidden />
      </IconButton>
      {panel.isOpen && (
        <Suspense>
          <RowMenu
            anchorRef={panel.buttonRef}
            label={t('actions', { name })}
            actions={offered}
            onClose={panel.close}
            onAction={(action) => {
              panel.closeToButton()
              onAction(action)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
