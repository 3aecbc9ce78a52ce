import type { UserCode } from '@scanleaf/shared'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/button'
import { useDropdown } from '../../../ui/menu/use-dropdown'
import { allActsOf, ICON_ACTS, menuActsOf, type RowAction } from './action-list'

const ICONS = { view: IconEye, download: IconDownload, edit: IconPencil, delete: IconTrash }

const loadMenu = () => import('./row-menu')
const RowMenu = lazy(async () => ({ default: (await loadMenu()).RowMenu }))

export interface RowActionsProps {
  code: UserCode
  name: string
  isPhone: boolean
  onAct: (act: RowAction) => void
}

/** The acts of a row: icons and a menu for the rest; on a phone the menu alone. */
export function RowActions({ code, name, isPhone, onAct }: RowActionsProps) {
  const { t } = useTranslation('user-codes')
  if (isPhone) return <MoreActionsMenu name={name} acts={allActsOf(code)} size={44} onAct={onAct} />
  return (
    <>
      {ICON_ACTS[code.productId].map((act) => {
        const Icon = ICONS[act]
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
      })}
      <MoreActionsMenu name={name} acts={menuActsOf(code)} onAct={onAct} />
    </>
  )
}

export interface MoreActsProps {
  name: string
  acts: readonly RowAction[]
  /** Side in px of the button. */
  size?: number
  onAct: (act: RowAction) => void
}

/** The button of a menu; the menu comes when it is first pointed at. */
export function MoreActionsMenu({ name, acts, size = 32, onAct }: MoreActsProps) {
  const { t } = useTranslation('user-codes')
  const panel = useDropdown()
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
            acts={acts}
            onClose={panel.close}
            onAct={(act) => {
              panel.closeToButton()
              onAct(act)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
