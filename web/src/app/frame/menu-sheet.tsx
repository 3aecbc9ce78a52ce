import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useTranslation } from 'react-i18next'
import { useDropdown } from '../../ui/menu/use-dropdown'
import styles from './frame-bar.module.css'
import { NavEntries } from './nav-entries'

/** The menu on narrow screens: a button that unfolds the entries under the bar. */
export function MenuSheet() {
  const { t } = useTranslation('common')
  const panel = useDropdown()
  const Icon = panel.isOpen ? IconX : IconMenu2
  return (
    <div className={styles.sheetRoot} {...panel.rootProps}>
      <button
        type="button"
        ref={panel.buttonRef}
        className={`centred ${styles.burger}`}
        aria-expanded={panel.isOpen}
        aria-label={panel.isOpen ? t('nav.close') : t('nav.open')}
        onClick={panel.toggle}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
      </button>
      {panel.isOpen && (
        <nav className={`stack gap-1 ${styles.sheet}`} aria-label={t('nav.label')}>
          <NavEntries onChoose={panel.close} />
        </nav>
      )}
    </div>
  )
}
