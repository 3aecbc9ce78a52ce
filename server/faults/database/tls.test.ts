import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { killPrograms, startProgram } from '../harness/program'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-tls-'))
const pathOf = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
let postgres: OwnPostgres

/** A certificate authority, and a certificate of it for the address 127.0.0.1 alone, not for `localhost`. */
function makeCertificates(): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  for (const ca of ['ca', 'other-ca'])
    openssl('req', '-x509', ...key, '-keyout', `${ca}.key`, '-out', `${ca}.crt`, '-subj', `/CN=${ca}`)
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=database')
  writeFileSync(pathOf('names'), 'subjectAltName=IP:127.0.0.1')
  openssl(
    ...['x509', '-req', '-in', 'server.csr', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-extfile', 'names', '-out', 'server.crt'],
  )
}

beforeAll(async () => {
  makeCertificates()
  const read = (name: string) => readFileSync(pathOf(name), 'utf8')
  postgres = await startPostgres({
    settings: ['fsync=off', 'ssl=on'],
    files: {
      'server.crt': read('server.crt'),
      'server.key': read('server.key'),
      'pg_hba.conf': 'hostssl all all 127.0.0.1/32 scram-sha-256\n',
    },
  })
})
afterEach(killPrograms)
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = (parameters: string, host = '127.0.0.1') => {
  const url = postgres.url.replace('127.0.0.1', host)
  return startProgram({ DATABASE_URL: `${url}?${parameters}`, DATA_DIR: pathOf('data'), BILLING: 'off' })
}

test('verify-full with its CA connects over TLS alone, and notifications arrive', async () => {
  const parameters = `sslmode=verify-full&sslrootcert=${pathOf('ca.crt')}`
  const program = await start(parameters)
  await program.ready
  const client = new pg.Client(`${postgres.url}?${parameters}`)
  await client.connect()
  const { rows } = await client.query(
    `select application_name, ssl from pg_stat_ssl join pg_stat_activity using (pid)
      where application_name like 'scanleaf%' group by 1, 2 order by 1`,
  )
  await client.end()
  expect(rows).toEqual([
    { application_name: 'scanleaf', ssl: true },
    { application_name: 'scanleaf listener', ssl: true },
  ])
  expect(program.complaint()).toBe('')
})

test.each([
  [
    'a certificate for another name',
    'sslmode=verify-full&sslrootcert=ca.crt',
    'localhost',
    /certificate for another host name/,
  ],
  [
    'an unknown authority',
    'sslmode=verify-full&sslrootcert=other-ca.crt',
    '127.0.0.1',
    /certificate of an unknown authority: name the file of its CA as sslrootcert/,
  ],
  [
    'a certificate without a CA, which require verifies too',
    'sslmode=require',
    '127.0.0.1',
    /certificate of an unknown authority/,
  ],
  [
    'a CA file that is missing',
    'sslmode=verify-full&sslrootcert=missing.crt',
    '127.0.0.1',
    /needs .*missing\.crt, which cannot be read \(ENOENT\)/,
  ],
  [
    'a client key without its certificate',
    'sslmode=verify-full&sslrootcert=ca.crt&sslcert=ca.crt&sslkey=server.key',
    '127.0.0.1',
    /cannot be reached over TLS \(ERR_OSSL/,
  ],
  [
    'a connection without TLS',
    'sslmode=disable',
    '127.0.0.1',
    /refuses this user, or a connection without TLS/,
  ],
])('%s ends the start with one line', async (_, parameters, host, line) => {
  const program = await start(parameters.replace(/(?<=(rootcert|cert|key)=)/g, `${folder}/`), host)
  expect(await program.ended).toBe(1)
  expect(program.complaint()).toMatch(/^DATABASE_URL: PostgreSQL at [^\n]+\.\n$/)
  expect(program.complaint()).toMatch(line)
})
