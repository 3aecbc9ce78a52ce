import type { DomainKind, DomainPlace } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Button } from '../../ui/button/button'
import styles from './settings.module.css'

/** Suggested names below a domain; the first that is not typed already. */
const PROPOSED_HOSTS: Record<DomainKind, readonly [string, string]> = {
  qrcode: ['qr', 'go'],
  ninecard: ['card', 'me'],
}

export interface PlaceNoteProps {
  kind: DomainKind
  place: DomainPlace
  /** Our IPv4: a record that already points to it is not in the way. */
  address: string
  onPropose: (domain: string) => void
}

/** Before a name is pointed at us: the website or mail that would be lost, and a suggested name without that. */
export function PlaceNote({ kind, place, address, onPropose }: PlaceNoteProps) {
  const { t } = useTranslation('settings')
  const { domain, registered, host, records, isComplete } = place
  const hasMail = records.some(({ type }) => type === 'MX')
  const hasWebsite = records.some(
    ({ type, value }) => ['A', 'AAAA', 'CNAME'].includes(type) && value !== address,
  )
  const isRoot = host === '@'
  if (!isRoot && !hasWebsite && !hasMail) return null
  const [first, second] = PROPOSED_HOSTS[kind]
  const proposal = `${host === first ? second : first}.${registered}`
  return (
    <div className={`small gap-5 ${styles.place}`} role="status">
      <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
      <div className={`stack gap-3 ${styles.placeWords}`}>
        <p>
          <strong>
            {t(isRoot ? 'place.root' : 'place.taken', {
              domain: bidiIsolate(domain),
              proposal: bidiIsolate(proposal),
            })}
          </strong>
        </p>
        {hasWebsite && <p>{t('place.website')}</p>}
        {hasMail && <p>{t('place.mail')}</p>}
        {!isComplete && <p>{t('place.unanswered')}</p>}
        {isComplete && !hasWebsite && !hasMail && <p>{t('place.free')}</p>}
        {records.length > 0 && (
          <>
            <p>{t('place.found')}</p>
            <ul className={styles.found}>
              {records.map(({ type, value }) => (
                <li key={`${type} ${value}`}>
                  <bdi dir="ltr">
                    {type} {value}
                  </bdi>
                </li>
              ))}
            </ul>
          </>
        )}
        <Button size="sm" variant="default" onClick={() => onPropose(proposal)}>
          {t('place.use', { proposal: bidiIsolate(proposal) })}
        </Button>
      </div>
    </div>
  )
}
