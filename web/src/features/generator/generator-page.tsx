import type { AddonCode } from '@scanleaf/shared'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveFor, siblingAddress } from '../../lib/account/sibling'
import { useConfig } from '../../lib/config'
import { useLanguage } from '../../lib/i18n/i18n'
import type { DesignDialogProps } from '../../lib/qr/design-dialog'
import { currentSession } from '../../lib/session/session'
import { startSignIn } from '../../lib/session/sign-in'
import { PageHeader } from '../../ui/page/page-header'
import { TrialStrip } from '../../ui/qr/trial-strip'
import { showToast } from '../../ui/toast/toasts'
import { TypeRail } from './form/type-rail'
import { FormTabPanel } from './form-tab'
import styles from './generator-page.module.css'
import { PasteBox } from './paste/paste-box'
import { TABS, type Tab, tabOf } from './state/tabs'

export interface PdfTabProps {
  /** Name of the PDF code that is changed; none when a new one is made. */
  qrName: string | undefined
}

export interface GeneratorPageProps {
  DesignDialog: ComponentType<DesignDialogProps>
  /** How much of a quota is used. */
  QuotaNote: ComponentType<{ addon: AddonCode }>
  /** The screen of PDF codes, if there is one; it takes the place of form and preview. */
  PdfTab?: ComponentType<PdfTabProps>
}

/** The generator of dynamic codes, and of static ones under /static-codes (spec §2). */
export function GeneratorPage({ DesignDialog, QuotaNote, PdfTab }: GeneratorPageProps) {
  const { t } = useTranslation('generator')
  const config = useConfig()
  const language = useLanguage()
  const navigate = useNavigate()
  const { pathname, href } = useLocation()
  const search: { type?: string; qrName?: string } = useSearch({ strict: false })
  const page = pathname.startsWith('/static-codes') ? 'static' : 'dynamic'
  const tabs = TABS.filter((tab) => {
    if (tab === 'pdf') return page === 'dynamic' && PdfTab !== undefined
    if (tab === 'vcard-online') return page === 'dynamic' && config.links.businessCard !== ''
    return true
  })
  const tab = tabOf(search, tabs)
  /** The form begins anew with what was read. */
  const [reads, setReads] = useState(0)
  const isUpdate = tab === 'pdf' && search.qrName !== undefined

  const choose = (type: Tab) =>
    void navigate({
      to: `/${page}-codes/generator`,
      search: type === 'website' ? {} : { type },
      replace: true,
      resetScroll: false,
    })

  function leaveForOnlineCard() {
    const session = currentSession()
    if (!session) return window.location.assign(startSignIn(config, language, href))
    const address = siblingAddress(config, config.links.businessCard, { sid: session.sid, language })
    if (address === null) return
    leaveFor(config, address).catch((error: Error) => showToast({ kind: 'error', title: error.message }))
  }

  return (
    <>
      <PageHeader
        title={t(isUpdate ? 'title.update' : 'title')}
        subtitle={t(isUpdate ? 'subtitle.update' : tab === 'pdf' ? 'subtitle.pdf' : 'subtitle')}
        start={
          <Link to={`/${page}-codes`} aria-label={t('back')}>
            <IconArrowLeft className="flip" size={18} stroke={1.7} aria-hidden />
          </Link>
        }
      >
        {!isUpdate && <PasteBox page={page} onRead={() => setReads((times) => times + 1)} />}
      </PageHeader>
      <div className={`gap-9 ${styles.columns}`}>
        <TypeRail tabs={tabs} value={tab} onChange={choose} onLeave={leaveForOnlineCard} />
        {tab === 'pdf'
          ? PdfTab && (
              <>
                <TrialStrip className={styles.strip} />
                <PdfTab qrName={search.qrName} />
              </>
            )
          : tab !== 'vcard-online' && (
              <FormTabPanel
                key={reads}
                page={page}
                tab={tab}
                DesignDialog={DesignDialog}
                QuotaNote={QuotaNote}
              />
            )}
      </div>
    </>
  )
}
