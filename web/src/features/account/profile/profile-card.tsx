import { cleanEmail, cleanPhone } from '@scanleaf/qr'
import { type Profile, UpdateProfile } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useConfirmed } from '../../../lib/api/confirmation'
import { putData } from '../../../lib/api/query-client'
import { schemaCheck } from '../../../lib/forms/schema-validation'
import { useForm } from '../../../lib/forms/use-form'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { TextField } from '../../../ui/field/text-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { showToast } from '../../../ui/toast/toasts'
import { updateProfile } from '../api'
import { PhotoField } from './photo-field'
import styles from './profile-page.module.css'
import { profileQuery } from './profile-query'

const textsOf = ({ firstName, lastName, email, phone }: Profile) => ({ lastName, firstName, email, phone })

/** Name, addresses and photo. The photo is saved as soon as it is chosen, the texts by the button. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const save = useMutation({
    mutationFn: updateProfile,
    onSuccess: (saved) => putData(client, profileQuery.queryKey, saved),
  })
  const form = useForm({
    initial: textsOf(profile),
    cleaners: { email: cleanEmail, phone: cleanPhone },
    check: schemaCheck(UpdateProfile),
    submit: async (values) => {
      form.reset(textsOf(await confirmed(() => save.mutateAsync(values))))
      showToast({ kind: 'success', title: t('profile.saved') })
    },
  })
  const isSaved = save.isSuccess && !form.isDirty
  return (
    <Card isPadded>
      <form className="stack gap-8" onSubmit={form.onSubmit} noValidate>
        <PhotoField profile={profile} onChange={(photo) => save.mutateAsync({ photo })} />
        <ErrorMessage text={form.failure} />
        <div className={`gap-8 ${styles.pair}`}>
          <TextField {...form.field('lastName')} label={t('last-name')} autoComplete="family-name" required />
          <TextField
            {...form.field('firstName')}
            label={t('first-name')}
            autoComplete="given-name"
            required
          />
        </div>
        <div className={`gap-8 ${styles.pair}`}>
          <TextField
            {...form.field('email')}
            label={t('email')}
            type="email"
            dir="ltr"
            autoComplete="email"
            required
          />
          <TextField {...form.field('phone')} label={t('phone')} type="tel" dir="ltr" autoComplete="tel" />
        </div>
        <div className={styles.actions}>
          <Button
            type="submit"
            variant={isSaved ? 'light' : 'filled'}
            loading={form.isPending}
            disabled={!form.isDirty && !isSaved}
            leftSection={isSaved && <IconCheck size={17} stroke={1.7} aria-hidden />}
          >
            {isSaved ? t('saved') : t('save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
