import type { LinkRules } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import styles from './compare-dialog.module.css'
import { type Draft, draftOf } from './draft/draft'
import { RulesInShort } from './rules-in-short'

export interface CompareDialogProps {
  title: string
  theirs: LinkRules
  mine: Draft
  onUse: () => void
  onKeep: () => void
  onClose: () => void
}

/** The rules that somebody else saved next to the unsaved ones. */
export function CompareDialog({ title, theirs, mine, onUse, onKeep, onClose }: CompareDialogProps) {
  const { t } = useTranslation('link-rules')
  return (
    <Dialog
      title={title}
      size={860}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onUse}>
            {t('conflict.use')}
          </Button>
          <Button onClick={onKeep}>{t('conflict.keep')}</Button>
        </>
      }
    >
      <div className={`gap-8 ${styles.sides}`}>
        <Side title={t('conflict.theirs')} draft={draftOf(theirs)} />
        <Side title={t('conflict.mine')} draft={mine} />
      </div>
    </Dialog>
  )
}

const Side = ({ title, draft }: { title: string; draft: Draft }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <RulesInShort draft={draft} />
  </section>
)
