import { type DomainKind, ownershipNameOf } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { type DomainRecords, textsWith } from './dns-records'

/** Prefix of the TXT record (billing-spec §9). */
const PREFIX: Record<DomainKind, string> = { qrcode: 'qr-', ninecard: 'vc-' }

/** Text that the owner puts into the DNS. */
export const ownershipTextOf = (kind: DomainKind, userId: string): string => `${PREFIX[kind]}${userId}`

interface WantedRecords {
  domain: string
  address: string
  ownershipText: string
}

/** How many characters of a record a message quotes. */
const QUOTED = 60

/** @throws AppError that names the wrong record, and what was found instead */
export function requireOwnership(
  records: DomainRecords,
  { domain, address, ownershipText }: WantedRecords,
): void {
  const { addresses } = records
  const texts = textsWith(records, ownershipText)
  if (addresses === 'unanswered' || texts === 'unanswered') throw wrong('DomainUnanswered', { domain })
  if (addresses === 'none') throw wrong('DomainAddressMissing', { domain, expected: address })
  if (!addresses.found.includes(address))
    throw wrong('DomainAddressWrong', { domain, expected: address, found: quoted(addresses.found) })
  if (texts === 'none')
    throw wrong('DomainProofMissing', { domain: ownershipNameOf(domain), expected: ownershipText })
  if (texts.found.includes(ownershipText)) return
  const { textsBelow } = records
  const [name, there] =
    textsBelow === 'none' ? [domain, records.texts] : [ownershipNameOf(domain), textsBelow]
  const found = quoted(typeof there === 'object' ? there.found : [])
  throw wrong('DomainProofWrong', { domain: name, expected: ownershipText, found })
}

type DomainError = Extract<AppError['code'], `Domain${string}`>

const wrong = (code: DomainError, values: NonNullable<AppError['values']>) =>
  new AppError(code, undefined, undefined, { values })

const quoted = (found: string[]): string[] =>
  found.map((text) => (text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text))
