import { cleanWebsite } from '@scanleaf/qr'
import { type DomainKind, type DomainSettings, domainOf } from '@scanleaf/shared'
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs'
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge/badge'
import { Button } from '../../ui/button/button'
import { TextField } from '../../ui/field/text-field'
import { Switch } from '../../ui/switch/switch'
import { Tile } from '../../ui/tile/tile'
import type { DomainEdit } from './domain-edit'
import { PlaceNote } from './domain-place'
import { DomainRecords } from './domain-records'
import styles from './settings.module.css'
import { useDomainPlace } from './use-domain-place'

export interface DomainSectionProps {
  kind: DomainKind
  edit: DomainEdit
  settings: DomainSettings
  error: string | undefined
  isProving: boolean
  onChange: (edit: DomainEdit) => void
  onProve: () => void
}

const ICONS = { qrcode: IconQrcode, ninecard: IconId }

/** A custom domain: its name, whether it is in use, and while it is not verified the DNS records it needs. */
export function DomainSection({
  kind,
  edit,
  settings,
  error,
  isProving,
  onChange,
  onProve,
}: DomainSectionProps) {
  const { t } = useTranslation('settings')
  const { guidance } = settings
  const stored = settings[`${kind}Domain`]
  const isProven = settings[`${kind}DomainVerified`] && edit.domain === stored
  const name = domainOf(edit.domain)
  const clean = name ?? cleanWebsite(edit.domain)
  const isToProve = name !== null && !isProven
  const place = useDomainPlace(isToProve && guidance ? name : null)
  const Icon = ICONS[kind]
  return (
    <section className={`stack gap-8 ${styles.section}`} aria-labelledby={`${kind}-domain`}>
      <div className={`wrap gap-7 ${styles.head}`}>
        <Tile tone={kind === 'ninecard' ? 'blue' : 'green'}>
          <Icon size={20} stroke={1.7} aria-hidden />
        </Tile>
        <div className={styles.words}>
          <div className={`row wrap ${styles.title}`}>
            <h2 id={`${kind}-domain`}>{t(`${kind}.title`)}</h2>
            {isProven && <Badge tone="good">{t('verified')}</Badge>}
            {isToProve && <Badge tone="warning">{t('not-verified')}</Badge>}
          </div>
          <p className="small muted">{t(`${kind}.text`)}</p>
        </div>
        <div className={styles.switch}>
          <Switch
            label={t('use')}
            isOn={edit.enabled}
            onChange={(enabled) => onChange({ ...edit, enabled })}
          />
        </div>
      </div>
      <div className={`wrap gap-5 ${styles.line}`}>
        <TextField
          className={styles.field ?? ''}
          name={`${kind}Domain`}
          label={t('field')}
          start="https://"
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t(`${kind}.sample`)}
          value={edit.domain}
          error={error}
          onBlur={() => clean !== edit.domain && onChange({ ...edit, domain: clean })}
          // Who types a first domain means to use it.
          onChange={(event) =>
            onChange({ enabled: edit.enabled || stored === '', domain: event.currentTarget.value })
          }
        />
        {isToProve && guidance && (
          <Button
            variant="light"
            loading={isProving}
            leftSection={<IconShieldCheck size={17} stroke={1.7} aria-hidden />}
            onClick={onProve}
          >
            {t('verify')}
          </Button>
        )}
      </div>
      {place && guidance && (
        <PlaceNote
          kind={kind}
          place={place}
          address={guidance.address}
          onPropose={(domain) => onChange({ ...edit, domain })}
        />
      )}
      {isToProve && guidance && (
        <DomainRecords
          name={name}
          place={place}
          address={guidance.address}
          proof={guidance[`${kind}Proof`]}
        />
      )}
    </section>
  )
}
