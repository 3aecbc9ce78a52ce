import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { UserCode } from '@scanleaf/shared'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button'
import { MantineIsland } from '../../ui/mantine-island'
import { showToast } from '../../ui/toasts'
import { ACT_ICONS, actsOf, type RowAct } from './row-acts'
import styles from './row-menu.module.css'

export interface RowMenuProps {
  code: UserCode
  name: string
  onAct: (act: RowAct) => void
}

/** The acts of a row on a phone, with copying the link as one more. */
export function RowMenu({ code, name, onAct }: RowMenuProps) {
  const { t } = useTranslation(['user-codes', 'common'])
  const clipboard = useClipboard()
  const link = code.codeRedirect
  return (
    <MantineIsland>
      <Menu
        withInitialFocusPlaceholder={false}
        // Inside the landmark of the page.
        portalProps={{ target: '#main' }}
        position="bottom-end"
        width={220}
        radius={14}
        shadow="lg"
        transitionProps={{ duration: 160 }}
      >
        <Menu.Target>
          <IconButton size={44} aria-label={t('actions', { name })}>
            <IconDots size={18} stroke={2.2} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown className={styles.dropdown}>
          {link !== null && (
            <Menu.Item
              className={styles.item}
              leftSection={<IconCopy size={17} stroke={1.7} aria-hidden />}
              onClick={() => {
                clipboard.copy(link)
                showToast({ kind: 'success', title: t('common:copied') })
              }}
            >
              {t('copy-link')}
            </Menu.Item>
          )}
          {actsOf(code).map((act) => {
            const Icon = ACT_ICONS[act]
            return (
              <Menu.Item
                key={act}
                className={styles.item}
                data-danger={act === 'delete' || undefined}
                leftSection={<Icon size={17} stroke={1.7} aria-hidden />}
                onClick={() => onAct(act)}
              >
                {t(act)}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
    </MantineIsland>
  )
}
