import type { ProductId } from '@scanleaf/shared'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type ComponentType, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button'
import { topModal } from '../../../ui/dialog/modal-stack'
import type { ManyActionsProps } from '../slots'
import styles from './selection-bar.module.css'
import type { CodeSelection } from './use-code-selection'

export interface SelectionBarProps {
  productId: ProductId
  selection: CodeSelection
  ManyActions: ComponentType<ManyActionsProps> | undefined
}

/** How many are selected, the way to all of them, and what can be done with many. Escape ends the selection. */
export function SelectionBar({ productId, selection, ManyActions }: SelectionBarProps) {
  const { t } = useTranslation('user-codes')
  const { count, isExact, isMatching, more, clear } = selection
  useEscape(clear)
  return (
    <div className={`stack ${styles.bar}`}>
      <div className={`row wrap ${styles.count}`}>
        <span role="status">
          {isMatching
            ? t(isExact ? 'selected-matching' : 'selected-matching-more', { total: count })
            : t('selected', { count })}
        </span>
        {more > 0 && (
          <Button variant="subtle" size="sm" className={styles.link} onClick={selection.selectMatching}>
            {t('select-all', { total: more })}
          </Button>
        )}
        <Button variant="subtle" size="sm" className={styles.link} onClick={clear}>
          <IconX size={16} stroke={1.7} aria-hidden />
          {t('clear-selection')}
        </Button>
      </div>
      {ManyActions && (
        <Suspense fallback={<div className={styles.place} />}>
          <ManyActions
            productId={productId}
            selection={selection.wire}
            count={count}
            isExact={isExact}
            codes={selection.codes}
            onDone={clear}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Where no dialog, menu or field has the key. */
function useEscape(onEscape: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && topModal() === null) onEscape()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}
