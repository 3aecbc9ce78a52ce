import { type HelpSlug, helpPath } from '@scanleaf/shared'
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import styles from './help-link.module.css'

/** A subtle link to the help page of a screen; it opens in a new tab, so that nothing typed is lost. */
export function HelpLink({ slug }: { slug: HelpSlug }) {
  const { t } = useTranslation('common')
  return (
    <a
      className={`small muted gap-3 ${styles.link}`}
      href={helpPath(useLanguage(), slug)}
      target="_blank"
      rel="noopener"
    >
      <IconHelp size={16} stroke={1.7} aria-hidden />
      {t('help.how')}
    </a>
  )
}
