import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../../lib/api/api-error'
import { Card } from '../../../../ui/card/card'
import { ErrorMessage } from '../../../../ui/message/error-message'
import { Switch } from '../../../../ui/switch/switch'
import { type Import, usePatchImport } from '../api'

/** Codes that did not lead on at the old service: paused, unless the person wants them enabled. */
export function WasOff({ item }: { item: Import }) {
  const { t } = useTranslation('bulk')
  const patch = usePatchImport(item.id)
  return (
    <Card isPadded className="stack gap-8">
      <p className="small muted">{t('import.was-off', { total: item.wasOff })}</p>
      <Switch
        label={t('import.was-off.enable')}
        isOn={patch.isPending ? (patch.variables.enablesAll ?? item.enablesAll) : item.enablesAll}
        onChange={(enablesAll) => patch.mutate({ enablesAll })}
      />
      <ErrorMessage text={patch.isError ? messageOf(patch.error, t('failed')) : null} />
    </Card>
  )
}
