import IconBrandFacebook from '@tabler/icons-react/dist/esm/icons/IconBrandFacebook.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs'
import IconLetterT from '@tabler/icons-react/dist/esm/icons/IconLetterT.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMessageDots from '@tabler/icons-react/dist/esm/icons/IconMessageDots.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconWifi from '@tabler/icons-react/dist/esm/icons/IconWifi.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './jobs.module.css'

/** What people make codes for, by tab of the generator; the most frequent first. */
const JOBS = [
  { tab: 'website', text: 'generator:tab.website', Icon: IconWorld },
  { tab: 'pdf', text: 'job.pdf', Icon: IconFileText },
  { tab: 'wifi', text: 'generator:tab.wifi', Icon: IconWifi },
  { tab: 'vcard', text: 'job.vcard', Icon: IconId },
  { tab: 'facebook', text: 'generator:tab.facebook', Icon: IconBrandFacebook },
  { tab: 'phone', text: 'generator:tab.phone', Icon: IconPhone },
  { tab: 'email', text: 'generator:tab.email', Icon: IconMail },
  { tab: 'sms', text: 'generator:tab.sms', Icon: IconMessageDots },
  { tab: 'text', text: 'generator:field.plainText', Icon: IconLetterT },
] as const

/** The jobs of a code, each one press from its fields. */
export function Jobs() {
  const { t } = useTranslation(['choose-type', 'generator'])
  return (
    <nav className={styles.jobs} aria-labelledby="jobs">
      <h2 id="jobs">{t('jobs')}</h2>
      <ul>
        {JOBS.map(({ tab, text, Icon }) => (
          <li key={tab}>
            <Link
              to="/dynamic-codes/generator"
              search={tab === 'website' ? {} : { type: tab }}
              className={`row gap-5 ${styles.job}`}
            >
              <Icon size={20} stroke={1.7} aria-hidden />
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
