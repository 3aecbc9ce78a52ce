import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import styles from './site-settings.module.css'

/** At the end of a form; nothing while all of it is fixed. */
export function SaveButton({ form }: { form: { isPending: boolean; isDirty: boolean } }) {
  const { t } = useTranslation('account')
  return (
    <div className={`row ${styles.actions}`}>
      <Button type="submit" variant="filled" loading={form.isPending} disabled={!form.isDirty}>
        {t('save')}
      </Button>
    </div>
  )
}
