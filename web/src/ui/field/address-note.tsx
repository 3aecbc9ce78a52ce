import { normalizeWebsite, validateWebsite } from '@scanleaf/qr'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressRules } from '../../lib/forms/address-rules'
import type { HostParts } from '../../lib/forms/known-endings'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import styles from './address-note.module.css'

export interface AddressNoteProps {
  /** The text of the field. */
  typed: string
  /** The address that it is to replace. */
  current?: string | undefined
}

/**
 * Where an address that is being typed will lead, when that differs from the typed text, and a question when
 * its ending is unknown. Nothing while it is empty or invalid: the field shows the error.
 */
export function AddressNote({ typed, current }: AddressNoteProps) {
  const { t } = useTranslation('common')
  const address = validateWebsite(typed, addressRules()) === null ? normalizeWebsite(typed, current) : ''
  const parts = useHostParts(address === '' ? '' : new URL(address).hostname)
  if (address === '') return null
  return (
    <>
      {address !== typed && (
        <p className={`fine muted ${styles.opens}`}>
          {t('address.opens')} <Address address={address} domain={parts?.domain ?? null} />
        </p>
      )}
      {parts?.unknownEnding && (
        <p className={`fine ${styles.unknown}`} role="status">
          {t('address.unknown-ending', { ending: bidiIsolate(parts.unknownEnding) })}
        </p>
      )}
    </>
  )
}

/** An address with its registered domain in bold: anything may precede that. */
function Address({ address, domain }: { address: string; domain: string | null }) {
  const [, scheme = '', host = '', rest = ''] = /^(https?:\/\/)([^/?#]*)(.*)$/s.exec(address) ?? []
  const name = host.replace(/:\d*$/, '')
  const start = domain !== null && name.toLowerCase().endsWith(domain) ? name.length - domain.length : 0
  return (
    <bdi dir="ltr">
      {scheme}
      {name.slice(0, start)}
      <b>{name.slice(start)}</b>
      {host.slice(name.length)}
      {rest}
    </bdi>
  )
}

/** The list of endings is large and loads once the first address is typed; without it no ending is questioned. */
function useHostParts(host: string): HostParts | null {
  const [found, setFound] = useState<{ host: string; parts: HostParts } | null>(null)
  useEffect(() => {
    if (host === '') return
    let isCurrent = true
    void import('../../lib/forms/known-endings').then(
      ({ hostParts }) => isCurrent && setFound({ host, parts: hostParts(host) }),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [host])
  return found?.host === host ? found.parts : null
}
