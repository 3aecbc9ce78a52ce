import { cleanNumber } from '@scanleaf/qr'
import { BillingProfile } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useTranslation } from 'react-i18next'
import { schemaCheck } from '../../../lib/forms/schema-validation'
import { useForm } from '../../../lib/forms/use-form'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { TextField } from '../../../ui/field/text-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { useSaveProfile } from '../api'
import styles from './dashboard.module.css'

/** Fields by the names that the server gives its errors. */
type Fields = Record<'company' | 'address.address' | 'taxCode', string>

const fieldsOf = ({ company, address, taxCode }: BillingProfile): Fields => ({
  company,
  'address.address': address.address,
  taxCode,
})

const profileOf = (fields: Fields): BillingProfile => ({
  company: fields.company,
  address: { address: fields['address.address'] },
  taxCode: fields.taxCode,
})

/** What invoices are made out to. It can be saved as soon as it was edited, and not again until it is (billing-spec §2.2). */
export function BillingForm({ profile }: { profile: BillingProfile }) {
  const { t } = useTranslation('billing')
  const save = useSaveProfile()
  const form = useForm({
    initial: fieldsOf(profile),
    cleaners: { taxCode: cleanNumber },
    check: (values) => schemaCheck(BillingProfile)(profileOf(values)),
    submit: async (values) => {
      form.reset(fieldsOf(await save.mutateAsync(profileOf(values))))
    },
  })
  const isSaved = save.isSuccess && !form.isDirty
  return (
    <Card isPadded>
      <form className="stack gap-8" onSubmit={form.onSubmit} noValidate>
        <div>
          <h2>{t('profile')}</h2>
          <p className={`small muted ${styles.formText}`}>{t('profile.text')}</p>
        </div>
        <ErrorMessage text={form.failure} />
        <TextField
          {...form.field('company')}
          dir="auto"
          label={t('profile.company')}
          autoComplete="organization"
          required
        />
        <TextField
          {...form.field('address.address')}
          dir="auto"
          label={t('profile.address')}
          placeholder={t('profile.address-sample')}
          autoComplete="street-address"
          required
        />
        <TextField {...form.field('taxCode')} label={t('profile.tax-code')} dir="ltr" />
        <Button
          type="submit"
          fullWidth
          variant={isSaved ? 'light' : 'filled'}
          loading={form.isPending}
          disabled={!form.isDirty}
          leftSection={isSaved && <IconCheck size={17} stroke={1.7} aria-hidden />}
        >
          {isSaved ? t('profile.saved') : t('profile.save')}
        </Button>
      </form>
    </Card>
  )
}
