import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { isValidElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../lib/use-copy'
import styles from './markdown.module.css'

/** The `pre` of a block of code, with its language and a button that copies it. */
export function CodeBlock({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('common')
  const clipboard = useCopy()
  const code = isValidElement<{ className?: string; children?: ReactNode }>(children) ? children.props : {}
  const text = typeof code.children === 'string' ? code.children.replace(/\n$/, '') : ''
  const Icon = clipboard.isCopied ? IconCheck : IconCopy
  return (
    <div className={styles.code} dir="ltr">
      <div className={`row ${styles.codeHead}`}>
        <span>{/language-([\w+#-]{1,20})/.exec(code.className ?? '')?.[1]}</span>
        <button type="button" onClick={() => clipboard.copy(text)}>
          <Icon size={14} stroke={1.7} aria-hidden />
          <span aria-live="polite">{clipboard.isCopied ? t('copied') : t('copy')}</span>
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the arrow keys */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  )
}
