import { BULK_UNDO_HOURS, formatNumber } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { InfoMessage } from '../../../ui/message/info-message'
import form from '../create/form/form.module.css'
import { TagsField } from '../create/form/tags-field'
import type { ManyDialogProps } from './many-props'

/** Tags that the selected codes get, and those that are taken off. */
export function TagsDialog({ selection, count, codes, running, onClose }: ManyDialogProps) {
  const { t } = useTranslation(['bulk', 'common'])
  const language = useLanguage()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const known = [...new Set(codes.flatMap(({ tags }) => tags))].filter((tag) => !remove.includes(tag))
  return (
    <Dialog
      title={`${t('action.tags')} (${formatNumber(count, language)})`}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            disabled={add.length + remove.length === 0}
            loading={running.isPending}
            onClick={() =>
              running.mutate({ body: { kind: 'tags', selection, add, remove } }, { onSuccess: onClose })
            }
          >
            {t('tags.save')}
          </Button>
        </>
      }
    >
      <div className={form.form}>
        <TagsField label={t('tags.add')} tags={add} onChange={setAdd} />
        <div className={form.group}>
          <TagsField label={t('tags.take')} tags={remove} onChange={setRemove} />
          {known.length > 0 && (
            <div className={form.known}>
              {known.map((tag) => (
                <Button key={tag} variant="light" size="sm" onClick={() => setRemove([...remove, tag])}>
                  <bdi>{tag}</bdi>
                </Button>
              ))}
            </div>
          )}
        </div>
        <InfoMessage>{t('undo.within', { hours: BULK_UNDO_HOURS })}</InfoMessage>
      </div>
    </Dialog>
  )
}
