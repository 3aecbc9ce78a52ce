import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CONTENT_TABS, CONTENT_TYPES, type ContentTab, typesOfTab } from '../../lib/content-types'
import styles from './jobs.module.css'

/** Tabs of the generator that people know by another name, as what they make codes for. */
const JOB_TEXTS = {
  pdf: 'job.pdf',
  vcard: 'job.vcard',
  text: 'content-types:field.plainText',
} as const satisfies Partial<Record<ContentTab, string>>

/** The jobs of a code, each one press from its fields. */
export function Jobs() {
  const { t } = useTranslation(['choose-type', 'content-types'])
  return (
    <nav className={styles.jobs} aria-labelledby="jobs">
      <h2 id="jobs">{t('jobs')}</h2>
      <ul>
        {CONTENT_TABS.map((tab) => (
          <li key={tab}>
            <Link
              to="/dynamic-codes/generator"
              search={tab === 'website' ? {} : { type: tab }}
              className={styles.job}
            >
              <JobIcon tab={tab} />
              {isNamedJob(tab) ? t(JOB_TEXTS[tab]) : t(`content-types:tab.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const isNamedJob = (tab: ContentTab): tab is keyof typeof JOB_TEXTS => Object.hasOwn(JOB_TEXTS, tab)

function JobIcon({ tab }: { tab: ContentTab }) {
  const [type = 'Website'] = typesOfTab(tab)
  const { Icon } = CONTENT_TYPES[type]
  return <Icon size={20} stroke={1.7} aria-hidden />
}
