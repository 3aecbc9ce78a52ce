import type { PageBlockType } from '@scanleaf/shared'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useTranslation } from 'react-i18next'
import { Menu, MenuItem } from '../../../ui/menu/menu'
import { useDropdown } from '../../../ui/menu/use-dropdown'
import { BLOCK_TYPES, BLOCKS } from '../state/blocks'
import styles from './editor.module.css'

export interface AddBlockProps {
  isFull: boolean
  onAdd: (type: PageBlockType) => void
}

export function AddBlock({ isFull, onAdd }: AddBlockProps) {
  const { t } = useTranslation(['page-editor', 'pages', 'content-types'])
  const panel = useDropdown()
  return (
    <div {...panel.rootProps} className={styles.addBlock}>
      <button
        ref={panel.buttonRef}
        type="button"
        className={`row gap-4 ${styles.add}`}
        disabled={isFull}
        aria-haspopup="menu"
        aria-expanded={panel.isOpen}
        onClick={panel.toggle}
      >
        <IconPlus size={17} stroke={1.7} aria-hidden />
        {t('add-block')}
      </button>
      {panel.isOpen && (
        <Menu anchorRef={panel.buttonRef} label={t('add-block')} onClose={panel.close}>
          {BLOCK_TYPES.map((type) => {
            const { Icon, name } = BLOCKS[type]
            return (
              <MenuItem
                key={type}
                icon={<Icon size={17} stroke={1.7} aria-hidden />}
                onClick={() => {
                  panel.close()
                  onAdd(type)
                }}
              >
                {t(name)}
              </MenuItem>
            )
          })}
        </Menu>
      )}
    </div>
  )
}
