import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import {
  CAMPAIGN_FIELDS,
  type CampaignField,
  campaignValue,
  lastCampaignValues,
  rememberCampaignValue,
  withCampaignValue,
} from '../../lib/forms/campaign'
import { Disclosure } from '../disclosure/disclosure'
import styles from './campaign-inputs.module.css'
import { TextField } from './text-field'

export interface CampaignInputsProps {
  /** As it is typed. */
  address: string
  onChange: (address: string) => void
}

/** Campaign parameters in fields of their own: what they hold is in the address, and nowhere else. */
export function CampaignInputs({ address, onChange }: CampaignInputsProps) {
  const { t } = useTranslation('campaign')
  return (
    <Disclosure title={t('title')}>
      <p className="fine muted">{t('text')}</p>
      <div className={styles.fields}>
        {CAMPAIGN_FIELDS.map((field) => (
          <CampaignInput key={field} {...{ field, address, onChange }} />
        ))}
      </div>
    </Disclosure>
  )
}

function CampaignInput({ field, address, onChange }: CampaignInputsProps & { field: CampaignField }) {
  const { t } = useTranslation('campaign')
  const listId = useId()
  const value = campaignValue(address, field)
  return (
    <>
      <TextField
        label={t(field)}
        hint={
          <bdi dir="ltr" className={styles.name}>
            {`utm_${field}`}
          </bdi>
        }
        list={listId}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ currentTarget }) => onChange(withCampaignValue(address, field, currentTarget.value))}
        onBlur={() => rememberCampaignValue(field, value)}
      />
      <datalist id={listId}>
        {lastCampaignValues(field).map((last) => (
          <option key={last} value={last} />
        ))}
      </datalist>
    </>
  )
}
