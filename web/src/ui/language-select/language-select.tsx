import { type Language, languageOf } from '@scanleaf/shared'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { lazy, Suspense, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfigContext } from '../../lib/config'
import { setLanguage, useLanguage } from '../../lib/i18n/i18n'
import { putLanguageInAddress } from '../../lib/session/hand-over'
import { currentSession } from '../../lib/session/session'
import drop from '../menu/dropdown.module.css'
import { useDropdown } from '../menu/use-dropdown'
import styles from './language-select.module.css'

const loadList = () => import('./language-options')
const LanguageList = lazy(async () => ({ default: (await loadList()).LanguageList }))

/** Globe and name of the language; opens the list of all in their own script. */
export function LanguageSelect({ isCompact = false }: { isCompact?: boolean }) {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const panel = useDropdown()
  const config = useContext(ConfigContext)

  const choose = (chosen: Language) => {
    panel.closeToButton()
    void setLanguage(chosen)
    putLanguageInAddress(chosen)
    if (config?.hasEmbeddedAccount && currentSession())
      void import('../../lib/account/own-language').then((own) => own.keepOwnLanguage(chosen))
  }

  return (
    <div className={drop.root} data-in-bar={isCompact ? '' : undefined} {...panel.rootProps}>
      <button
        type="button"
        ref={panel.buttonRef}
        className={`row muted gap-3 ${styles.button}`}
        data-compact={isCompact ? '' : undefined}
        aria-haspopup="dialog"
        aria-expanded={panel.isOpen}
        aria-label={t('language.choose', { language: languageOf(language).name })}
        onPointerEnter={() => void loadList()}
        onClick={panel.toggle}
      >
        <IconWorld size={18} stroke={1.7} aria-hidden />
        <span className={styles.name}>{languageOf(language).name}</span>
        <IconChevronDown className={styles.chevron} size={16} stroke={1.7} aria-hidden />
      </button>
      {panel.isOpen && (
        <Suspense>
          <LanguageList active={language} onChoose={choose} />
        </Suspense>
      )}
    </div>
  )
}
