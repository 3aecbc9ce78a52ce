import IconAddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs'
import IconClipboardCheck from '@tabler/icons-react/dist/esm/icons/IconClipboardCheck.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconGift from '@tabler/icons-react/dist/esm/icons/IconGift.mjs'
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs'
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs'
import IconToolsKitchen2 from '@tabler/icons-react/dist/esm/icons/IconToolsKitchen2.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { openWithCode, siblingAddress, takesCode } from '../../lib/account/sibling'
import { useConfig } from '../../lib/config'
import { useLanguage } from '../../lib/i18n/i18n'
import { currentSession } from '../../lib/session/session'
import { PageHeader } from '../../ui/page/page-header'
import { showToast } from '../../ui/toast/toasts'
import styles from './choose-type-page.module.css'
import { parentPath } from './exit-links'
import { Jobs } from './jobs'

const SITES = [
  { type: 'business-card', link: 'businessCard', Icon: IconAddressBook },
  { type: 'event', link: 'event', Icon: IconTicket },
  { type: 'asset', link: 'asset', Icon: IconClipboardCheck },
  { type: 'menu', link: 'menu', Icon: IconToolsKitchen2 },
] as const

/** The purpose of a new code (spec §2): a job of our own generator, or a sibling product. Esc closes it like the cross. */
export function ChooseTypePage({ PasteBox }: { PasteBox: ComponentType<{ page: 'dynamic' }> }) {
  const { t } = useTranslation('choose-type')
  const config = useConfig()
  const { links } = config
  const language = useLanguage()
  const navigate = useNavigate()
  const parent = parentPath(useLocation().pathname)
  // A product that this installation does not have is not spoken of.
  const sites = SITES.filter(({ link }) => links[link] !== '')
  // Where the router knows no path by heart, its types do not either.
  const to = (path: string) => path as '/dynamic-codes'

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) void navigate({ to: parent as '/dynamic-codes' })
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate, parent])

  return (
    <>
      <PageHeader title={t('title')} {...(sites.length > 0 && { subtitle: t('subtitle') })}>
        <Link to={to(parent)} className={`muted centred ${styles.close}`} aria-label={t('close')}>
          <IconX size={18} stroke={1.7} aria-hidden />
        </Link>
      </PageHeader>
      <Jobs
        beside={
          <Suspense>
            <PasteBox page="dynamic" />
          </Suspense>
        }
      />
      <div className={`wrap gap-4 ${styles.also}`}>
        <h2 id="also" className={styles.label}>
          {t('also')}
        </h2>
        <ul className="wrap gap-4" aria-labelledby="also">
          <li>
            <Link
              to={to(parent === '/' ? '/dynamic-codes/generator' : `${parent}/generator`)}
              className={`row gap-4 ${styles.site}`}
              data-ours
            >
              <IconQrcode size={18} stroke={1.7} aria-hidden />
              {t('qr-code.title')}
            </Link>
          </li>
          {sites.map(({ type, link, Icon }) => (
            <li key={type}>
              <SiteLink type={type} Icon={Icon} address={siblingAddress(config, links[link], { language })} />
            </li>
          ))}
          <li className={`row gap-4 muted ${styles.site}`} data-type="promotion" data-off>
            <IconGift size={18} stroke={1.7} aria-hidden />
            {t('promotion.title')} · {t('updating')}
          </li>
        </ul>
      </div>
    </>
  )
}

interface SiteLinkProps {
  type: (typeof SITES)[number]['type']
  Icon: typeof IconQrcode
  /** Null where the site cannot be left for. */
  address: string | null
}

function SiteLink({ type, Icon, address }: SiteLinkProps) {
  const { t } = useTranslation('choose-type')
  const config = useConfig()
  if (address === null) return null
  return (
    <a
      href={address}
      className={`row gap-4 ${styles.site}`}
      data-type={type}
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        if (currentSession() === null || !takesCode(config, new URL(address))) return
        event.preventDefault()
        openWithCode(address).catch((error: Error) => showToast({ kind: 'error', title: error.message }))
      }}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      {t(`${type}.title`)}
      <IconExternalLink className="flip" size={15} stroke={1.7} aria-hidden />
    </a>
  )
}
