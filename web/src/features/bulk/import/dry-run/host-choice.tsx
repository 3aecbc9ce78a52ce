import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../../lib/api/api-error'
import { Badge } from '../../../../ui/badge/badge'
import { Button } from '../../../../ui/button/button'
import { Dialog } from '../../../../ui/dialog/dialog'
import { SelectField } from '../../../../ui/field/select-field'
import { TextField } from '../../../../ui/field/text-field'
import { type Import, usePatchImport } from '../api'
import styles from './dry-run.module.css'

const ANOTHER = '*'
const FORM_ID = 'import-host'

/** The domain that the old codes are printed with. Another one checks all rows again. */
export function HostChoice({ item }: { item: Import }) {
  const { t } = useTranslation('bulk')
  const patch = usePatchImport(item.id)
  const [isTyping, setIsTyping] = useState(false)
  const { host, isHostProven, hosts } = item
  const names = [...new Set([...(host === '' ? [] : [host]), ...hosts.map((each) => each.host)])]
  const service = hosts.find((each) => each.host === host)?.service ?? null
  const note = hostNote(host, isHostProven, service)
  const shown = patch.isPending ? (patch.variables.host ?? host) : host
  return (
    <div className={styles.host}>
      <SelectField
        label={t('import.host')}
        dir="ltr"
        disabled={patch.isPending}
        value={shown}
        error={patch.isError ? messageOf(patch.error, t('failed')) : undefined}
        onChange={({ currentTarget: { value } }) => {
          if (value === ANOTHER) setIsTyping(true)
          else patch.mutate({ host: value })
        }}
      >
        {host === '' && <option value="">{t('import.host.none')}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        <option value={ANOTHER}>{t('import.host.another')}</option>
      </SelectField>
      <p className={`fine muted ${styles.hostNote}`} role="status">
        {patch.isPending ? (
          t('import.file.checking')
        ) : (
          <>
            <Badge tone={note === 'own' ? 'good' : 'warning'}>{t(`import.host.${note}`)}</Badge>{' '}
            {note !== 'own' && t(`import.host.${note}.text`, { service })}
          </>
        )}
      </p>
      {isTyping && <HostDialog item={item} onClose={() => setIsTyping(false)} />}
    </div>
  )
}

type HostNote = 'own' | 'unproven' | 'fixed' | 'unknown'

function hostNote(host: string, isProven: boolean, service: string | null): HostNote {
  if (host === '') return 'unknown'
  if (isProven) return 'own'
  return service === null ? 'unproven' : 'fixed'
}

function HostDialog({ item, onClose }: { item: Import; onClose: () => void }) {
  const { t } = useTranslation(['bulk', 'common'])
  const patch = usePatchImport(item.id)
  const [host, setHost] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    patch.mutate({ host }, { onSuccess: onClose })
  }

  return (
    <Dialog
      title={t('import.host')}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" form={FORM_ID} loading={patch.isPending} disabled={host.trim() === ''}>
            {t('import.columns.check')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit}>
        <TextField
          label={t('import.column.host')}
          hint={t('import.host.hint')}
          error={patch.isError ? hostError(patch.error, t('failed')) : undefined}
          start="https://"
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          value={host}
          onChange={(event) => setHost(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}

const hostError = (error: Error, otherwise: string): string =>
  (error instanceof ApiError ? error.errors['host'] : undefined) ?? messageOf(error, otherwise)
