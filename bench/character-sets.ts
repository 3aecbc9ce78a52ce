/**
 * Which header loses fewest readers: texts of the 20 languages, three lengths and four kinds, written as we write them
 * (UTF-8 behind the ECI header), as UTF-8 without it, and as ISO 8859-1 without it where the text fits (the rule of ZXing,
 * which Android's own Wi-Fi code uses), through every decoder that is installed. `npm run bench:character-sets -- [--json]`.
 * A text is read where the decoder returns it unchanged.
 */
import { contentTypes } from '../qr/src/contents/registry'
import { blockLayout, dataBits, MAX_VERSION } from '../qr/src/symbol/capacity'
import { interleave } from '../qr/src/symbol/codewords'
import { encodeSymbol, type QrSymbol } from '../qr/src/symbol/encode'
import { symbolLayout } from '../qr/src/symbol/layout'
import { maskSymbol } from '../qr/src/symbol/masks'
import { BYTE, countBits, rangeOfVersion } from '../qr/src/symbol/segments'
import { type Picture, pictureOf } from '../qr/src/testing/decoders'
import { LANGUAGE_LINES } from '../qr/src/testing/languages'
import { Results } from './measure/results'
import { DECODERS } from './peers/decoders'

const LEVEL = 'M'
const OURS = 'UTF-8 with its header'
const SHORT_LETTERS = 6
const LONG_LINES = 3
const results = new Results('character-sets')

/** A symbol of one byte segment without a header. */
function withoutHeader(bytes: Uint8Array): QrSymbol {
  for (let version = 1; version <= MAX_VERSION; version++) {
    const count = countBits(rangeOfVersion(version), BYTE)
    if (4 + count + 8 * bytes.length > dataBits(version, LEVEL)) continue
    const blocks = blockLayout(version, LEVEL)
    const bits = ['0100', bytes.length.toString(2).padStart(count, '0')]
    for (const byte of bytes) bits.push(byte.toString(2).padStart(8, '0'))
    const text = bits.join('').padEnd(Math.min(8 * blocks.dataCodewords, 8 * bytes.length + count + 8), '0')
    const data = Uint8Array.from({ length: blocks.dataCodewords }, (_, index) =>
      8 * index < text.length
        ? Number.parseInt(text.slice(8 * index, 8 * index + 8).padEnd(8, '0'), 2)
        : (index - Math.ceil(text.length / 8)) % 2
          ? 0x11
          : 0xec,
    )
    const layout = symbolLayout(version)
    const placed = layout.modules.slice()
    interleave(data, blocks).forEach((codeword, index) => {
      for (let bit = 0; bit < 8; bit++)
        placed[layout.dataOrder[8 * index + bit] as number] = (codeword >> (7 - bit)) & 1
    })
    return {
      version,
      level: LEVEL,
      size: layout.size,
      payloadBytes: bytes.length,
      ...maskSymbol(placed, layout, LEVEL),
    }
  }
  throw new RangeError(`${bytes.length} bytes do not fit`)
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)
const isLatin1 = (text: string): boolean => /^[\0-\xff]*$/.test(text)

/** How a text can be written; null where it cannot. */
const WAYS: Readonly<Record<string, (text: string) => QrSymbol | null>> = {
  [OURS]: (text) => encodeSymbol(text, { level: LEVEL }),
  'UTF-8 without a header': (text) => withoutHeader(Buffer.from(text)),
  'ISO 8859-1 without a header': (text) =>
    isLatin1(text) ? withoutHeader(Buffer.from(text, 'latin1')) : null,
}

/** A content of one of our types in which the text stands; its other fields are empty. */
function contentOf(
  type: 'Text' | 'Wifi' | 'VCard' | 'Event',
  fields: Readonly<Record<string, string>>,
): string {
  const { fields: all, encode } = contentTypes[type]
  const blank = Object.fromEntries(all.map(({ name }) => [name, '']))
  return (encode as (content: Record<string, string>) => string)({ ...blank, ...fields })
}

const KINDS: Readonly<Record<string, (text: string) => string>> = {
  text: (text) => contentOf('Text', { plainText: text }),
  'Wi-Fi': (text) => contentOf('Wifi', { ssid: text, passWifi: 'password1', encrypWifi: 'WPA' }),
  contact: (text) => contentOf('VCard', { firstName: text, mobilePhone: '+84901234567' }),
  event: (text) =>
    contentOf('Event', {
      title: text,
      start: '2026-12-24T19:00',
      end: '2026-12-24T21:00',
      zone: 'Asia/Ho_Chi_Minh',
    }),
}

const segmenter = new Intl.Segmenter()
/** Languages without a letter outside ASCII are written without a header in every way. */
function* sampleTexts(): Generator<{ language: string; length: string; kind: string; text: string }> {
  for (const [language, line] of Object.entries(LANGUAGE_LINES)) {
    const word = line.split(' ').find((each) => !isAscii(each))
    if (!word) continue
    const letters = [...segmenter.segment(word)].slice(0, SHORT_LETTERS).map(({ segment }) => segment)
    const lengths = { short: letters.join(''), line, long: Array(LONG_LINES).fill(line).join(' ') }
    for (const [length, text] of Object.entries(lengths)) {
      for (const [kind, write] of Object.entries(KINDS)) yield { language, length, kind, text: write(text) }
    }
  }
}

const samples = [...sampleTexts()]
const places: Record<string, string[]> = {}
/** Percent of texts lost, over all decoders. */
const lostBy: Record<string, number> = {}
for (const [way, write] of Object.entries(WAYS)) {
  const written: { sample: (typeof samples)[number]; picture: Picture }[] = []
  for (const sample of samples) {
    const symbol = write(sample.text)
    if (symbol) written.push({ sample, picture: pictureOf(symbol) })
  }
  const pictures = written.map(({ picture }) => picture)
  const shares: number[] = []
  for (const [name, decode] of Object.entries(DECODERS)) {
    const metric = `${way}, ${written.length} texts: read by ${name}`
    if ('why' in decode) {
      results.skip(metric, '%', 0, 'higher', decode.why)
      continue
    }
    const read = await decode(pictures)
    const lost = written.filter(({ sample }, index) => read[index] !== sample.text)
    const share = (100 * lost.length) / written.length
    shares.push(share)
    results.record(metric, 100 - share, '%', 0, 'higher')
    places[metric] = lost.map(({ sample: { language, length, kind } }) => `${language} ${length} ${kind}`)
  }
  lostBy[way] = shares.reduce((sum, share) => sum + share, 0) / shares.length
}
const { [OURS]: ours = 0, ...others } = lostBy
const best = Math.min(...Object.values(others))
results.record('lost as we write, less the best other way', ours - best, 'points', 0, 'lower')
results.detail('lost', places)
results.print()
