/**
 * Data objects of merchant-presented payment codes: id of two digits, length of two digits, value (EMV QRCPS MPM v1.1 §3).
 * Lengths count characters.
 */
export type DataObject = readonly [id: string, value: string]

/** Why a payment text is none, as a key of texts. */
export type EmvProblem = 'emv-malformed' | 'emv-crc' | 'emv-field'

/** A payment text that cannot be read. The field is its path of ids, such as `38.01`. */
export class EmvError extends Error {
  override readonly name = 'EmvError'
  constructor(
    readonly problem: EmvProblem,
    readonly field: string,
  ) {
    super(`${problem}: ${field}`)
  }
}

/** Longest value of a data object (§3.2). */
const MAX_LENGTH = 99

/**
 * One data object; a value of `undefined` or without characters writes none.
 * @throws RangeError for a value that no data object can hold
 */
export function dataObject(id: string, value: string | undefined, maxLength = MAX_LENGTH): string {
  if (value === undefined || value === '') return ''
  if (value.length > maxLength || !/^[\x20-\x7e]+$/.test(value)) throw new RangeError(`data object ${id}`)
  return id + String(value.length).padStart(2, '0') + value
}

/**
 * The data objects of a text, in its order.
 * @param path of the template whose value it is; empty for the whole text
 * @throws EmvError `emv-malformed` where lengths do not add up, an id is none, or an id comes twice
 */
export function readObjects(text: string, path = ''): DataObject[] {
  const characters = [...text]
  const objects: DataObject[] = []
  const seen = new Set<string>()
  for (let at = 0; at < characters.length; ) {
    const [, id, digits] = /^(\d\d)(\d\d)$/.exec(characters.slice(at, at + 4).join('')) ?? []
    const length = Number(digits)
    if (id === undefined || length === 0 || at + 4 + length > characters.length || seen.has(id)) {
      throw new EmvError('emv-malformed', path || (id ?? lastId(objects)))
    }
    seen.add(id)
    objects.push([id, characters.slice(at + 4, at + 4 + length).join('')])
    at += 4 + length
  }
  return objects
}

/** The object before a place where none begins: its length is the likely fault. */
const lastId = (objects: readonly DataObject[]): string => objects.at(-1)?.[0] ?? '00'

/** CRC-16/CCITT-FALSE of ASCII text, as four upper-case hexadecimal digits (§4.7.3). @example crc16('123456789') // '29B1' */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
