import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { fieldsOfKind } from '@scanleaf/qr'
import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textLine } from './log-line'
import { createLog, loggedUrl } from './logging'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const INVENTORY = fileURLToPath(new URL('../../../docs/operate/logs.md', import.meta.url))

test.each([
  ['/profile?sid=abc&lang=vi', '/profile?sid=***&lang=vi'],
  ['/?setup=abc', '/?setup=***'],
  ['/auth?code=abc&lng=vi', '/auth?code=***&lng=vi'],
  ['/users?q=lan%40quan.vn&page=1', '/users?q=***&page=1'],
  ['/transfers?search=lan%40quan.vn', '/transfers?search=***'],
  ['/payment/return/momo?resultCode=0&signature=ab12', '/payment/return/momo?resultCode=0&signature=***'],
  ['/gateway/api/qrcode/code-files/aB3_-x?lang=vi', '/gateway/api/qrcode/code-files/***?lang=vi'],
  ['/webhooks/vnpay?vnp_TxnRef=QC7&vnp_SecureHash=ab12', '/webhooks/vnpay?vnp_TxnRef=QC7&vnp_SecureHash=***'],
])('%s is logged as %s', (url, expected) => expect(loggedUrl(url)).toBe(expected))

test.each([...fieldsOfKind('password'), 'number', 'account', 'codeContent'])(
  'no line has the %s of a content',
  (field) => {
    const lines: string[] = []
    createLog('info', undefined, { write: (line) => void lines.push(line) }).info({ [field]: 'rat-bi-mat' })
    expect(lines.join()).toContain(field)
    expect(lines.join()).not.toContain('rat-bi-mat')
  },
)

/** The messages of a source file: the last text of each call of a log, or of a report from another process to it. */
function messagesOf(source: string): string[] {
  const calls = [
    ...source.matchAll(
      /\b(?:[lL]og\s*\.(?:info|warn|error|fatal)\(|(?:report|line)\((?=\s*'(?:info|warn|error)')|logEnd\((?='))/g,
    ),
  ]
  // Lines that whoever writes them chooses from.
  const chosen = [...source.matchAll(/readonly lines = \{([^}]*)\}/g)].flatMap(([, lines = '']) =>
    [...lines.matchAll(/'([^'\n]+)'/g)].map(([, message = '']) => message),
  )
  const called = calls.flatMap(({ index }) => {
    const [call = ''] = /\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/.exec(source.slice(index)) ?? []
    return [...call.matchAll(/'([^'\n]+)'/g)].slice(-1).map(([, message = '']) => message)
  })
  return [...chosen, ...called]
}

test('the operating guide lists every event that is logged, and no other', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing/.test(file),
  )
  const logged = files.flatMap((file) => messagesOf(readFileSync(join(SOURCES, file), 'utf8')))
  const [, guide = ''] = readFileSync(INVENTORY, 'utf8').split('## Security events')
  const listed = [...guide.matchAll(/^\| `([^`]+)` +\| (?:info|warn|error|fatal) +\|/gm)].map(
    ([, message]) => message,
  )
  // Its text is chosen as it is written.
  expect(listed.sort()).toEqual([...new Set([...logged, 'did not stop in time'])].sort())
})

test('a line for people has time, level, message and fields, and nothing that a request could draw in a terminal', () => {
  const lines: string[] = []
  const log = createLog('debug', undefined, { write: (line) => void lines.push(textLine(line)) })
  log.info({ folder: '/srv/\u001b[31mdata\u009b2J', port: 3000 }, 'the folder is open')
  log.warn({ err: new Error('refused\nby the mail server \u202e') }, 'an email waits')
  log.error({ err: new Error('a bug') }, 'failed')
  const [info = '', warn = '', failure = ''] = lines.map((line) => stripVTControlCharacters(line))
  expect(info).toMatch(
    /^\d\d:\d\d:\d\d info {2}the folder is open folder=\/srv\/\\u\{1b\}\[31mdata\\u\{9b\}2J port=3000\n$/,
  )
  expect(warn).toMatch(
    /^\d\d:\d\d:\d\d warn {2}an email waits: refused\\u\{a\}by the mail server \\u\{202e\}\n$/,
  )
  expect(failure).toMatch(/^\d\d:\d\d:\d\d error failed: a bug\n( {4}at .*\n)+$/)
})

test('what a message or a field holds, a line for people stays one line without control characters', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (value, message) => {
      const lines: string[] = []
      createLog('info', undefined, { write: (line) => void lines.push(textLine(line)) }).info(
        { value },
        message,
      )
      expect(lines.join('')).toMatch(/^[^\p{Cc}\p{Cf}\u2028\u2029]*\n$/u)
    }),
    { numRuns: runs(200) },
  ))
