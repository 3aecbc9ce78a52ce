import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readSecretKey } from '../../../../scripts/release/minisign.mjs'
import { readConfig } from '../../platform/config/config'
import { createLog } from '../../platform/logging'
import { openNewerVersions } from './newer-versions'

/** A key of these tests, made by minisign -G -W. */
const SECRET_KEY = `untrusted comment: minisign encrypted secret key
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA2+mV3vcm4qfUndZLlA0F58svwdNVelRpIcHVx36sH++pauk6cAoNKrwKqInbqx48La8RXMIiziAxVuuZe5ykgJXp9wZbLRNOAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
`
const key = readSecretKey(SECRET_KEY)
const DAY_MS = 86_400_000

/** A host of the file, and a status page that asks for it. */
async function given(content: string, signature = key.sign(Buffer.from(content), 'file:versions.json')) {
  let calls = 0
  const server = createServer((request, response) => {
    calls++
    response.end(request.url?.endsWith('.minisig') ? signature : content)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/versions.json`
  const { versionsFile } = readConfig({ UPDATE_CHECK_URL: url, UPDATE_CHECK_SIGNER: key.publicKey })
  let now = Date.parse('2026-11-28T00:00:00Z')
  const lines: string[] = []
  const log = createLog('warn', () => ({}), { write: (line: string) => lines.push(line) })
  const read = openNewerVersions(versionsFile, { now: () => new Date(now) }, log)
  return { read, lines, calls: () => calls, pass: (ms: number) => (now += ms) }
}

const fileOf = (versions: unknown) => JSON.stringify({ format: 'scanleaf-versions-1', versions })

test('newer versions are named, newest first, by one reading a day', async () => {
  const { read, calls, pass } = await given(fileOf(['0.0.1', '99.1.0', '99.10.0', '99.2.0']))
  expect(read()).toEqual([{ check: 'updates', figure: null, subjects: [] }])
  const found = [{ check: 'updates', figure: 3, subjects: ['99.10.0', '99.2.0', '99.1.0'] }]
  await expect.poll(() => read()).toEqual(found)
  expect(calls()).toBe(2)
  pass(DAY_MS)
  expect(read()).toEqual(found)
  await expect.poll(calls).toBe(4)
})

test.each([
  ['signed by nobody', fileOf(['99.0.0']), ''],
  ['signed for something else', fileOf(['99.0.0']), key.sign(Buffer.from(fileOf([])), 'file:versions.json')],
  ['of another format', JSON.stringify({ versions: ['99.0.0'] }), undefined],
  ['with a version that is a link', fileOf(['https://example.com']), undefined],
  ['too large', fileOf(['99.0.0']).padEnd(70_000), undefined],
])('a file that is %s counts for nothing, and the log says so', async (_, content, signature) => {
  const { read, lines } = await given(content, signature)
  read()
  await expect.poll(() => lines.join()).toContain('the file of new versions cannot be read')
  expect(read()).toEqual([{ check: 'updates', figure: null, subjects: [] }])
})

test('it is off without its settings, which need each other', () => {
  const log = createLog('silent')
  expect(openNewerVersions(readConfig({}).versionsFile, { now: () => new Date() }, log)()).toEqual([])
  const wrong = [
    { UPDATE_CHECK_URL: 'https://example.com/versions.json' },
    { UPDATE_CHECK_SIGNER: key.publicKey },
    { UPDATE_CHECK_URL: 'https://example.com/versions.json', UPDATE_CHECK_SIGNER: 'RWT' },
  ]
  for (const env of wrong) expect(() => readConfig(env)).toThrow(/UPDATE_CHECK_SIGNER/)
})
