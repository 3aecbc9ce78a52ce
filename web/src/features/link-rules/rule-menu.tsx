import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconCopyPlus from '@tabler/icons-react/dist/esm/icons/IconCopyPlus.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/button'
import { Menu, MenuItem } from '../../ui/menu/menu'
import { useDropdown } from '../../ui/menu/use-dropdown'

const ICONS = { up: IconArrowUp, down: IconArrowDown, duplicate: IconCopyPlus, delete: IconTrash }
export type RuleAction = keyof typeof ICONS
const ACTIONS = Object.keys(ICONS) as RuleAction[]

export interface RuleMenuProps {
  name: string
  place: number
  count: number
  onAction: (action: RuleAction) => void
}

/** What can be done with a rule as a whole. */
export function RuleMenu({ name, place, count, onAction }: RuleMenuProps) {
  const { t } = useTranslation('link-rules')
  const menu = useDropdown()
  const label = t('more', { name })
  const isOffered = (action: RuleAction) =>
    action === 'up' ? place > 0 : action === 'down' ? place < count - 1 : true
  return (
    <div {...menu.rootProps}>
      <IconButton
        ref={menu.buttonRef}
        size={36}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={menu.isOpen}
        onClick={menu.toggle}
      >
        <IconDots size={18} stroke={1.7} aria-hidden />
      </IconButton>
      {menu.isOpen && (
        <Menu anchorRef={menu.buttonRef} label={label} onClose={menu.close}>
          {ACTIONS.filter(isOffered).map((action) => {
            const Icon = ICONS[action]
            return (
              <MenuItem
                key={action}
                icon={<Icon size={17} stroke={1.7} aria-hidden />}
                isDangerous={action === 'delete'}
                onClick={() => {
                  menu.closeToButton()
                  onAction(action)
                }}
              >
                {t(action)}
              </MenuItem>
            )
          })}
        </Menu>
      )}
    </div>
  )
}
