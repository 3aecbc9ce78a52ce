import { useDocumentTitle } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { BrandMark } from '../../ui/brand'
import { Card } from '../../ui/card'
import { LanguageSelect } from '../../ui/language-select'
import styles from './legal-page.module.css'

/** What this installation stores, unless the host names a policy of its own (`PRIVACY_URL`). */
export const PrivacyPage = () => (
  <LegalPage topic="privacy" parts={['account', 'codes', 'scans', 'sharing']} />
)

/** The rules of use, unless the host names its own (`TERMS_URL`). */
export const TermsPage = () => <LegalPage topic="terms" parts={['content', 'printed', 'account']} />

function LegalPage({ topic, parts }: { topic: 'privacy' | 'terms'; parts: string[] }) {
  const { t } = useTranslation('legal')
  const { appName } = useConfig()
  useDocumentTitle(t(`${topic}.title`))
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <a className={styles.logo} href="/">
          <BrandMark size={26} />
          <span>{appName}</span>
        </a>
        <LanguageSelect />
      </header>
      <main>
        <Card isPadded className={styles.text}>
          <h1>{t(`${topic}.title`)}</h1>
          <p>{t(`${topic}.intro`, { app: appName })}</p>
          {parts.map((part) => (
            <section key={part}>
              <h2>{t(`${topic}.${part}.title`)}</h2>
              <p>{t(`${topic}.${part}.text`)}</p>
            </section>
          ))}
        </Card>
      </main>
    </div>
  )
}
