import { BULK_UNDO_HOURS, formatNumber } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { SelectField } from '../../../ui/field/select-field'
import { InfoMessage } from '../../../ui/message/info-message'
import type { ManyDialogProps } from './many-props'

/** Gives the selected codes the rules of one of them. */
export function RulesDialog({ selection, count, codes, running, onClose }: ManyDialogProps) {
  const { t } = useTranslation(['bulk', 'common'])
  const language = useLanguage()
  const ruled = codes.filter(({ rules }) => rules !== null && rules.count > 0)
  const [from, setFrom] = useState(ruled[0]?.id ?? '')
  return (
    <Dialog
      title={`${t('action.rules')} (${formatNumber(count, language)})`}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            disabled={from === ''}
            loading={running.isPending}
            onClick={() =>
              running.mutate({ body: { kind: 'rules', selection, from } }, { onSuccess: onClose })
            }
          >
            {t('action.rules')}
          </Button>
        </>
      }
    >
      <div className="stack gap-8">
        {ruled.length === 0 ? (
          <p>{t('rules.none')}</p>
        ) : (
          <>
            <SelectField
              label={t('rules.from')}
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            >
              {ruled.map(({ id, name, dynamicId }) => (
                <option key={id} value={id}>
                  {name || dynamicId}
                </option>
              ))}
            </SelectField>
            <p className="small muted">{t('rules.text')}</p>
          </>
        )}
        <InfoMessage>{t('undo.within', { hours: BULK_UNDO_HOURS })}</InfoMessage>
      </div>
    </Dialog>
  )
}
