import type { ProductId } from '@scanleaf/shared'
import { type ComponentType, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { topModal } from '../../../ui/dialog/modal-stack'
import { type SelectionAction, SelectionBar } from '../../../ui/list/selection-bar'
import type { ManyActionsProps } from '../slots'
import styles from './codes-selection.module.css'
import type { CodeSelection } from './use-code-selection'

export interface CodesSelectionProps {
  productId: ProductId
  selection: CodeSelection
  ManyActions: ComponentType<ManyActionsProps> | undefined
}

/** How many codes are selected, the way to all of them, and what can be done with many. Escape ends the selection. */
export function CodesSelection({ productId, selection, ManyActions }: CodesSelectionProps) {
  const { t } = useTranslation('user-codes')
  const { count, isExact, isMatching, more, clear } = selection
  useEscape(clear)
  const bar = (actions: readonly SelectionAction[], isBusy: boolean) => (
    <SelectionBar
      text={
        isMatching
          ? t(isExact ? 'selected-matching' : 'selected-matching-more', { total: count })
          : t('selected', { count })
      }
      count={count}
      more={
        more > 0 && (
          <button type="button" className={styles.all} onClick={selection.selectMatching}>
            {t('select-all', { total: more })}
          </button>
        )
      }
      actions={actions}
      isBusy={isBusy}
      onClear={clear}
    />
  )
  if (!ManyActions) return bar([], false)
  return (
    <Suspense fallback={bar([], false)}>
      <ManyActions
        productId={productId}
        selection={selection.wire}
        count={count}
        isExact={isExact}
        codes={selection.codes}
        onDone={clear}
      >
        {bar}
      </ManyActions>
    </Suspense>
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
