import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startNats } from '../../../scripts/test/nats.mjs'
import { readConfig } from '../../src/platform/config/config'
import { createLog } from '../../src/platform/logging'
import { ScanStream } from '../../src/platform/stream'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-stream-access-'))
const pathOf = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

/** A certificate authority, another, and a certificate of the first for `localhost`. */
beforeAll(() => {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  for (const ca of ['ca', 'other-ca'])
    openssl('req', '-x509', ...key, '-keyout', `${ca}.key`, '-out', `${ca}.crt`, '-subj', `/CN=${ca}`)
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=nats')
  writeFileSync(pathOf('names'), 'subjectAltName=DNS:localhost')
  openssl(
    ...['x509', '-req', '-in', 'server.csr', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-extfile', 'names', '-out', 'server.crt'],
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A JSON Web Token as NATS signs it: of an operator, an account or a user. */
function tokenOf(type: string, subject: nkeys.KeyPair, issuer: nkeys.KeyPair, claims: object): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const body = { jti: type, iat: 1, iss: issuer.getPublicKey(), name: type, sub: subject.getPublicKey() }
  const nats = { type, version: 2, ...claims }
  const signed = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part({ ...body, nats })}`
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`
}

/** Configuration of a server that knows users by their JWT, and the credentials of one. */
function operatorMode(): { config: string; credentials: string } {
  const [operator, user] = [nkeys.createOperator(), nkeys.createUser()]
  const [account, system] = [nkeys.createAccount(), nkeys.createAccount()]
  const unlimited = { subs: -1, data: -1, payload: -1, conn: -1, leaf: -1, imports: -1, exports: -1 }
  const jetstream = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1, wildcards: true }
  const ofAccount = tokenOf('account', account, operator, { limits: { ...unlimited, ...jetstream } })
  const ofUser = tokenOf('user', user, account, { subs: -1, data: -1, payload: -1 })
  const credentials = `-----BEGIN NATS USER JWT-----
${ofUser}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${text(user.getSeed())}
------END USER NKEY SEED------
`
  const config = `operator: ${tokenOf('operator', operator, operator, {})}
resolver: MEMORY
system_account: ${system.getPublicKey()}
resolver_preload: {
  ${account.getPublicKey()}: ${ofAccount}
  ${system.getPublicKey()}: ${tokenOf('account', system, operator, { limits: unlimited })}
}`
  return { config, credentials }
}

const user = nkeys.createUser()
const jwt = operatorMode()
const tls = () => `tls { cert_file: "${pathOf('server.crt')}", key_file: "${pathOf('server.key')}" }`

interface Access {
  config: () => string
  /** What is before the host in SCAN_STREAM_URL. */
  before?: string
  settings?: () => Record<string, string>
}

async function open({ config, before = 'nats://', settings = () => ({}) }: Access): Promise<void> {
  const nats = await startNats({ config: config() })
  onTestFinished(() => nats.stop())
  const SCAN_STREAM_URL = nats.url.replace('nats://127.0.0.1', `${before}localhost`)
  const { stream } = readConfig({ SCAN_STREAM_URL, ...settings() })
  if (!stream) throw new Error('no stream is configured')
  const opened = new ScanStream(stream, createLog('silent'))
  onTestFinished(() => opened.close())
  await opened.open()
}

const PASSWORD = () => 'authorization { user: an, password: "p@ss:word" }'
const TOKEN = () => 'authorization { token: t0ken }'
const NKEY = () => `authorization { users: [{ nkey: ${user.getPublicKey()} }] }`
const seedOf = (key: nkeys.KeyPair) => () => ({ SCAN_STREAM_CREDENTIALS: text(key.getSeed()) })
const trusting = (ca: string) => () => ({ SCAN_STREAM_CA_FILE: pathOf(ca) })

test.each<[string, Access]>([
  ['a user and a password', { config: PASSWORD, before: 'nats://an:p%40ss%3Aword@' }],
  ['a token', { config: TOKEN, settings: () => ({ SCAN_STREAM_TOKEN: 't0ken' }) }],
  ['a token in the URL', { config: TOKEN, before: 'nats://t0ken@' }],
  ['an NKEY', { config: NKEY, settings: seedOf(user) }],
  [
    'a .creds file',
    { config: () => jwt.config, settings: () => ({ SCAN_STREAM_CREDENTIALS: jwt.credentials }) },
  ],
  ['TLS by its authority', { config: tls, before: 'tls://', settings: trusting('ca.crt') }],
  ['the second of two hosts', { config: () => '', before: 'nats://127.0.0.1:1,' }],
])('with %s the stream is opened', async (_, access) => {
  await open(access)
})

test.each<[string, Access, RegExp]>([
  ['a wrong password', { config: PASSWORD, before: 'nats://an:password@' }, /Authorization/i],
  ['no token', { config: TOKEN }, /Authorization/i],
  ['the NKEY of somebody else', { config: NKEY, settings: seedOf(nkeys.createUser()) }, /Authorization/i],
  [
    'TLS by another authority',
    { config: tls, before: 'tls://', settings: trusting('other-ca.crt') },
    /certificate|self-signed|unable to verify/i,
  ],
  ['TLS by no authority that Node.js knows', { config: tls }, /certificate|self-signed|unable to verify/i],
  ['TLS that the server does not have', { config: () => '', before: 'tls://' }, /tls/i],
])('with %s it is refused', async (_, access, why) => {
  await expect(open(access)).rejects.toThrow(why)
})
