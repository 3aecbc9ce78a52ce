import { isTrialLink } from '@scanleaf/shared'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { useLinkBase } from '../../lib/link-base'
import { useSession } from '../../lib/session/session'
import { Strip } from '../banner/strip'
import { buttonClass } from '../button/button'

export interface TrialStripProps {
  /** The link of a code; null for a static one. Without it, that of codes which do not exist yet. */
  link?: string | null
  className?: string | undefined
}

/** Before codes are made, printed or downloaded whose address others cannot open; nothing once they can. */
export function TrialStrip({ link, className }: TrialStripProps) {
  const { t } = useTranslation('common')
  const config = useConfig()
  const base = useLinkBase()
  const session = useSession()
  const { trial, codeHost } = config
  if (trial === null || !isTrialLink(link === undefined ? `${base}/` : link, config)) return null
  const host = bidiIsolate(new URL(codeHost).host)
  const isOperator = session?.isAdmin ?? false
  return (
    <div role="note" className={className}>
      <Strip
        text={
          <>
            <b>{t(trial === 'no-https' ? 'trial.without-https' : 'trial.internal', { host })}</b>{' '}
            {t(`trial.${trial}`)} {t('trial.advice')} {!isOperator && t('trial.ask')}
          </>
        }
        action={
          isOperator && (
            <Link
              to="/admin/status"
              hash="status-codes"
              className={buttonClass({ variant: 'default', size: 'sm' })}
            >
              {t('trial.set')}
            </Link>
          )
        }
      />
    </div>
  )
}
