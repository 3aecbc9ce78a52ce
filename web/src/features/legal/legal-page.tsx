import { useDocumentTitle } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { Card } from '../../ui/card/card'
import { OpenPage } from '../../ui/page/open-page'
import styles from './legal-page.module.css'

interface Topic {
  title: string
  intro: string
  /** Title and text of each part. */
  parts: readonly (readonly [string, string])[]
}

const PRIVACY: Topic = {
  title: 'privacy.title',
  intro: 'privacy.intro',
  parts: [
    ['privacy.account.title', 'privacy.account.text'],
    ['privacy.codes.title', 'privacy.codes.text'],
    ['privacy.scans.title', 'privacy.scans.text'],
    ['privacy.sharing.title', 'privacy.sharing.text'],
  ],
}

const TERMS: Topic = {
  title: 'terms.title',
  intro: 'terms.intro',
  parts: [
    ['terms.content.title', 'terms.content.text'],
    ['terms.printed.title', 'terms.printed.text'],
    ['terms.account.title', 'terms.account.text'],
  ],
}

/** What this installation stores, unless the host names a policy of its own (`PRIVACY_URL`). */
export const PrivacyPage = () => <LegalPage {...PRIVACY} />

/** The rules of use, unless the host names its own (`TERMS_URL`). */
export const TermsPage = () => <LegalPage {...TERMS} />

function LegalPage({ title, intro, parts }: Topic) {
  const { t } = useTranslation('legal')
  const { appName } = useConfig()
  useDocumentTitle(t(title))
  return (
    <OpenPage width="text">
      <Card isPadded className={styles.text}>
        <h1>{t(title)}</h1>
        <p>{t(intro, { app: appName })}</p>
        {parts.map(([heading, text]) => (
          <section key={heading}>
            <h2>{t(heading)}</h2>
            <p>{t(text)}</p>
          </section>
        ))}
      </Card>
    </OpenPage>
  )
}
