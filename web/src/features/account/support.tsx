import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'

/** Whom to ask, as the host has set it; nothing where nobody is named. */
export function SupportContact() {
  const { t } = useTranslation('recovery')
  const { supportContact } = useConfig()
  if (supportContact === '') return null
  return (
    <>
      {t('contact')}{' '}
      <a href={supportContact}>
        <b>
          <bdi dir="ltr">{supportContact.replace(/^(mailto|tel):/, '')}</bdi>
        </b>
      </a>
    </>
  )
}
