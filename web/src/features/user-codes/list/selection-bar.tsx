import type { ProductId } from '@scanleaf/shared'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { Button } from '../../../ui/button/button'
import { showToast } from '../../../ui/toast/toasts'
import { fetchMatching, useSetState } from '../many-codes-api'
import styles from './codes-table.module.css'
import type { CodeSelection } from './use-code-selection'

const STATE_ACTIONS = [
  { action: 'pause', Icon: IconPlayerPause },
  { action: 'resume', Icon: IconPlayerPlay },
] as const

export interface SelectionBarProps {
  productId: ProductId
  selection: CodeSelection
  onDelete: () => void
}

/** How many are selected, the way to all of them, and what can be done with many. */
export function SelectionBar({ productId, selection, onDelete }: SelectionBarProps) {
  const { t } = useTranslation('user-codes')
  const change = useSetState()
  const matching = useMutation({
    mutationFn: () => fetchMatching(selection.asked),
    onSuccess: selection.selectAll,
    onError: () => showToast({ kind: 'error', title: t('load-error') }),
  })
  const isActing = change.isPending

  function setState(enabled: boolean) {
    change.mutate(
      { ids: selection.ids, enabled },
      {
        onSuccess: ({ length }) => {
          selection.clear()
          const title = t(enabled ? 'selected.resumed' : 'selected.paused', { total: length })
          showToast({ kind: 'success', title })
        },
        onError: (error) => showToast({ kind: 'error', title: messageOf(error, t('edit.failed')) }),
      },
    )
  }

  const count = selection.ids.length
  return (
    <div className={styles.selectionBar}>
      <span role="status" className={styles.cut}>
        {t('selected', { count })}
      </span>
      {selection.more > 0 && (
        <Button
          variant="subtle"
          size="sm"
          className={styles.clear}
          loading={matching.isPending}
          onClick={() => matching.mutate()}
        >
          {t('select-all', { total: selection.more })}
        </Button>
      )}
      <Button variant="subtle" size="sm" className={styles.clear} onClick={selection.clear}>
        <IconX size={18} stroke={1.7} className={styles.cross} aria-hidden />
        <span className={styles.clearWords}>{t('clear-selection')}</span>
      </Button>
      <span className={styles.manyActions}>
        {productId === 'dynamic-code' &&
          STATE_ACTIONS.map(({ action, Icon }) => (
            <Button
              key={action}
              variant="default"
              size="sm"
              className={styles.stateAction}
              aria-label={t(action)}
              leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
              disabled={isActing}
              onClick={() => setState(action === 'resume')}
            >
              <span className={styles.clearWords}>{t(action)}</span>
            </Button>
          ))}
        <Button
          variant="default"
          color="red"
          size="sm"
          leftSection={<IconTrash size={16} stroke={1.7} className={styles.bin} aria-hidden />}
          disabled={isActing}
          onClick={onDelete}
        >
          {t('delete-selected', { count })}
        </Button>
      </span>
    </div>
  )
}
