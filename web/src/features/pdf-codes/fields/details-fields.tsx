import { useTranslation } from 'react-i18next'
import { AddressNote } from '../../../ui/field/address-note'
import { TextField } from '../../../ui/field/text-field'
import styles from '../pdf-tab.module.css'
import { cleanDetail, type Detail, type Details } from './details'

export interface DetailsFieldsProps {
  details: Details
  /** The website that is stored, which a changed one takes the place of. */
  storedWebsite?: string
  errors: Partial<Record<Detail, string>>
  onChange: (changed: Partial<Details>) => void
  onLeave?: (name: Detail) => void
}

/** Company, website and title: shown to visitors beside the PDF. */
export function DetailsFields({ details, storedWebsite, errors, onChange, onLeave }: DetailsFieldsProps) {
  const { t } = useTranslation('pdf-codes')
  const field = (name: Detail) => ({
    name,
    required: true,
    value: details[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
    onBlur: () => {
      const clean = cleanDetail(name, details[name])
      if (clean !== details[name]) onChange({ [name]: clean })
      onLeave?.(name)
    },
  })
  return (
    <>
      <TextField {...field('title')} label={t('title')} dir="auto" autoComplete="off" />
      <div className={`gap-7 ${styles.pair}`}>
        <TextField {...field('companyName')} label={t('company')} dir="auto" autoComplete="organization" />
        <TextField
          {...field('website')}
          hint={
            details.website === '' ? (
              t('website.hint')
            ) : (
              <AddressNote typed={details.website} current={storedWebsite} />
            )
          }
          label={t('website')}
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
    </>
  )
}
