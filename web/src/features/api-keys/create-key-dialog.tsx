import {
  API_KEY_DAYS,
  API_SCOPES,
  type ApiScope,
  ASSISTANT_SCOPES,
  AUTOMATION_SCOPES,
  CreateApiKey,
  type CreatedApiKey,
  SHEET_SCOPES,
} from '@scanleaf/shared'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmed } from '../../lib/api/confirmation'
import { schemaCheck } from '../../lib/forms/schema-validation'
import { useForm } from '../../lib/forms/use-form'
import { Button } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import { CheckList } from '../../ui/field/check-list'
import { SelectField } from '../../ui/field/select-field'
import { TextField } from '../../ui/field/text-field'
import { ErrorMessage } from '../../ui/message/error-message'
import { useCreateApiKey } from './api'
import styles from './api-keys.module.css'
import { SCOPE_TEXTS } from './scope-texts'

const NEVER = 'never'
const DAYS = API_KEY_DAYS.map((days) => (days === null ? NEVER : (`${days}` as const)))
/** What usual programs need. */
const PRESETS: Record<'read' | 'sale' | 'sheet' | 'automation' | 'assistant', readonly ApiScope[]> = {
  read: ['codes:read', 'scans:read'],
  sale: ['codes:read', 'codes:create'],
  sheet: SHEET_SCOPES,
  automation: AUTOMATION_SCOPES,
  assistant: ASSISTANT_SCOPES,
}
const PRESET_NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[]
const OWN = 'own'

/** The preset that has exactly these scopes. */
const presetOf = (scopes: readonly ApiScope[]) =>
  PRESET_NAMES.find((name) => `${PRESETS[name]}` === `${API_SCOPES.filter((each) => scopes.includes(each))}`)

const checkName = schemaCheck(CreateApiKey.pick({ name: true }))

interface CreateKeyProps {
  onCreated: (key: CreatedApiKey) => void
  onClose: () => void
}

/** Name, rights and expiry of a new key; making it needs a fresh confirmation. */
export function CreateKeyDialog({ onCreated, onClose }: CreateKeyProps) {
  const { t } = useTranslation(['api-keys', 'common'])
  const [scopes, setScopes] = useState<readonly ApiScope[]>(PRESETS.read)
  const confirmed = useConfirmed()
  const create = useCreateApiKey()
  const form = useForm({
    initial: { name: '', days: '365' },
    check: ({ name }) => checkName({ name }),
    submit: async ({ name, days }) => {
      if (scopes.length === 0) return
      const expiresInDays = days === NEVER ? null : Number(days)
      onCreated(await confirmed(() => create.mutateAsync({ name, scopes: [...scopes], expiresInDays })))
    },
  })
  const formId = useId()
  return (
    <Dialog
      title={t('create')}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" form={formId} variant="filled" loading={form.isPending}>
            {t('create')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={form.onSubmit} noValidate>
        <ErrorMessage text={form.failure} />
        <TextField
          {...form.field('name')}
          label={t('name')}
          hint={t('name.hint')}
          maxLength={60}
          autoComplete="off"
          required
        />
        <SelectField
          label={t('preset')}
          value={presetOf(scopes) ?? OWN}
          onChange={({ currentTarget: { value } }) => {
            const chosen = PRESET_NAMES.find((name) => name === value)
            if (chosen) setScopes(PRESETS[chosen])
          }}
        >
          {PRESET_NAMES.map((name) => (
            <option key={name} value={name}>
              {t(`preset.${name}`)}
            </option>
          ))}
          <option value={OWN}>{t('preset.own')}</option>
        </SelectField>
        <CheckList
          legend={t('allowed')}
          options={API_SCOPES.map((value) => ({ value, label: t(SCOPE_TEXTS[value]) }))}
          chosen={scopes}
          onChange={setScopes}
        />
        <SelectField
          label={t('expiry')}
          value={form.values.days}
          onChange={({ currentTarget: { value } }) => form.setValue('days', value)}
        >
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {t(`expiry.${days}`)}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  )
}
