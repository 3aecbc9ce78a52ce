import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { openWithCode, siblingAddress, takesCode } from '../../lib/account/sibling'
import { whenIdle } from '../../lib/boot/when-idle'
import { useConfig } from '../../lib/config'
import { useLanguage } from '../../lib/i18n/i18n'
import { currentSession } from '../../lib/session/session'
import card from '../../ui/card/card.module.css'
import { PageHeader } from '../../ui/page/page-header'
import { showToast } from '../../ui/toast/toasts'
import styles from './choose-type-page.module.css'
import { parentPath } from './exit-links'
import { AssetArt, CardArt, EventArt, MenuArt, PromotionArt } from './illustrations'
import { Jobs } from './jobs'

// To draw a code keeps a slow phone busy for a tenth of a second: the words come before it, and before what draws it.
const QrArt = lazy(async () => {
  await whenIdle()
  return { default: (await import('./qr-illustration')).QrArt }
})

const SITES = [
  { type: 'business-card', link: 'businessCard', Art: CardArt },
  { type: 'event', link: 'event', Art: EventArt },
  { type: 'asset', link: 'asset', Art: AssetArt },
  { type: 'menu', link: 'menu', Art: MenuArt },
] as const

/** The purpose of a new code (spec §2): a job of our own generator, or a sibling product. Esc closes it like the cross. */
export function ChooseTypePage() {
  const { t } = useTranslation('choose-type')
  const config = useConfig()
  const { links, appUrl } = config
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
      <Jobs />
      <ul className={`gap-8 ${styles.cards}`}>
        <li>
          <Link
            to={to(parent === '/' ? '/dynamic-codes/generator' : `${parent}/generator`)}
            className={`${card.card} stack gap-8 ${styles.card}`}
            data-ours
          >
            <CardFace
              type="qr-code"
              art={
                <Suspense>
                  <QrArt address={appUrl} />
                </Suspense>
              }
              mark={<IconArrowRight className="flip" size={20} stroke={1.7} aria-hidden />}
            />
          </Link>
        </li>
        {sites.map(({ type, link, Art }) => (
          <li key={type}>
            <SiteCard type={type} art={<Art />} address={siblingAddress(config, links[link], { language })} />
          </li>
        ))}
        <li>
          <SiteCard type="promotion" art={<PromotionArt />} address={null} />
        </li>
      </ul>
    </>
  )
}

type CardType = 'qr-code' | 'promotion' | (typeof SITES)[number]['type']

interface SiteCardProps {
  type: CardType
  art: ReactNode
  /** Null for one that is not offered yet. */
  address: string | null
}

function SiteCard({ type, art, address }: SiteCardProps) {
  const { t } = useTranslation('choose-type')
  const config = useConfig()
  if (address === null) {
    return (
      <div className={`${card.card} stack gap-8 ${styles.card}`} data-type={type} data-off>
        <CardFace
          type={type}
          art={art}
          mark={<span className={`gap-3 ${styles.badge}`}>{t('updating')}</span>}
        />
      </div>
    )
  }
  return (
    <a
      href={address}
      className={`${card.card} stack gap-8 ${styles.card}`}
      data-type={type}
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        if (currentSession() === null || !takesCode(config, new URL(address))) return
        event.preventDefault()
        openWithCode(address).catch((error: Error) => showToast({ kind: 'error', title: error.message }))
      }}
    >
      <CardFace
        type={type}
        art={art}
        mark={<IconExternalLink className="flip" size={18} stroke={1.7} aria-hidden />}
      />
    </a>
  )
}

function CardFace({ type, art, mark }: { type: CardType; art: ReactNode; mark: ReactNode }) {
  const { t } = useTranslation('choose-type')
  return (
    <>
      <span className={`centred ${styles.art}`}>{art}</span>
      <span className={`row wrap ${styles.words}`}>
        <span className={styles.name}>{t(`${type}.title`)}</span>
        <span className={styles.mark}>{mark}</span>
        <span className={`muted ${styles.text}`}>{t(`${type}.text`)}</span>
      </span>
    </>
  )
}
