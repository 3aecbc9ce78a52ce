export interface VietQr {
  /** Six digits of the receiving bank. */
  bin: string
  /** Account, or card, of at most 19 characters. */
  number: string
  /** `account` by default. */
  service?: 'account' | 'card'
  /** Whole VND; without it the payer chooses. */
  amount?: bigint
  /** Text of the transfer: ASCII, at most 25 characters. */
  purpose?: string
  billNumber?: string
}

/**
 * The text of a VietQR code: EMVCo, merchant-presented, as NAPAS profiles it (payments §6.1).
 * @throws RangeError for a value that the format cannot hold
 */
export function vietQr({ bin, number, service = 'account', amount, purpose, billNumber }: VietQr): string {
  const receiver = field('00', bin) + field('01', number, 19)
  const merchant =
    field('00', 'A000000727') +
    field('01', receiver) +
    field('02', service === 'card' ? 'QRIBFTTC' : 'QRIBFTTA')
  const additional = optional('01', billNumber, 25) + optional('08', purpose, 25)
  const text =
    field('00', '01') +
    field('01', amount === undefined ? '11' : '12') +
    field('38', merchant) +
    field('53', '704') +
    optional('54', amount?.toString(), 13) +
    field('58', 'VN') +
    optional('62', additional || undefined) +
    '6304'
  return text + crc16(text)
}

function field(id: string, value: string, maxLength = 99): string {
  if (value.length > maxLength || !/^[\x20-\x7e]+$/.test(value)) throw new RangeError(`VietQR field ${id}`)
  return id + String(value.length).padStart(2, '0') + value
}

const optional = (id: string, value: string | undefined, maxLength?: number): string =>
  value === undefined ? '' : field(id, value, maxLength)

/** CRC-16/CCITT-FALSE of ASCII text, as four upper-case hexadecimal digits. @example crc16('123456789') // '29B1' */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
