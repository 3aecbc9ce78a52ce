import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../app-error'
import { readConfig } from './config'
import { EnvironmentVariables, SECRET_NAMES } from './environment-variables'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function fileOf(content: string | Uint8Array): string {
  const path = join(folder, `file-${++files}`)
  writeFileSync(path, content)
  return path
}

const SECRET = 'sk_hunter-2-is-a-secret'
const SAMPLES: Record<string, string> = {
  DATABASE_URL: `postgres://an:${SECRET}@db/x`,
  DATABASE_REPLICA_URL: `postgres://an:${SECRET}@replica/x`,
  SMTP_URL: `smtps://an:${SECRET}@mail.example.vn`,
  SCAN_STREAM_URL: `nats://an:${SECRET}@nats`,
  SCAN_STREAM_CREDENTIALS: `-----BEGIN NATS USER JWT-----\n${SECRET}\n-----BEGIN USER NKEY SEED-----`,
}
const sampleOf = (name: string) => SAMPLES[name] ?? SECRET

/** The configuration, or why there is none: a secret alone is often half of a pair. */
function outcomeOf(env: Record<string, string>): unknown {
  try {
    return readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

function messageOf(env: Record<string, string>): string {
  const outcome = outcomeOf(env)
  expect(outcome, 'it started').toEqual(expect.any(String))
  return outcome as string
}

test('what a setting calls a key, token, secret or password is declared as a secret', () => {
  const named = Object.keys(EnvironmentVariables.shape).filter((name) =>
    /KEY|TOKEN|SECRET|PASSWORD/.test(name),
  )
  expect(named.filter((name) => !SECRET_NAMES.includes(name))).toEqual([])
  expect(SECRET_NAMES).toEqual(expect.arrayContaining(['DATABASE_URL', 'SMTP_URL', 'OPENAI_API_KEY']))
})

describe.each(SECRET_NAMES)('%s', (name) => {
  test('comes from a file or a credential of systemd as from the environment', () => {
    const expected = outcomeOf({ [name]: sampleOf(name) })
    expect(expected).not.toEqual(outcomeOf({}))
    const path = fileOf(`${sampleOf(name)}\r\n\n`)
    expect(outcomeOf({ [`${name}_FILE`]: path })).toEqual(expected)
    expect(outcomeOf({ [`${name}_FILE`]: path, [name]: '' })).toEqual(expected)
    const CREDENTIALS_DIRECTORY = join(folder, name)
    mkdirSync(CREDENTIALS_DIRECTORY)
    writeFileSync(join(CREDENTIALS_DIRECTORY, `scanleaf_${name}`), sampleOf(name))
    expect(outcomeOf({ CREDENTIALS_DIRECTORY })).toEqual(expected)
    expect(messageOf({ CREDENTIALS_DIRECTORY, [`${name}_FILE`]: path })).toMatch(
      `${name} is set more than once, by ${name}_FILE and scanleaf_${name}`,
    )
  })

  test.each<[string, () => string, string]>([
    ['is missing', () => join(folder, 'absent'), 'cannot be read (ENOENT)'],
    ['is a directory', () => folder, 'is not a regular file'],
    ['never ends', () => '/dev/zero', 'is not a regular file'],
    ['is too long', () => fileOf('x'.repeat(16_385)), 'is longer than 16384 bytes'],
    ['is empty', () => fileOf('\n'), 'is empty'],
    ['is not text', () => fileOf(new Uint8Array([0x73, 0xff])), 'is not UTF-8 text'],
  ])('of a file that %s stops the start with a sentence', (_, path, why) => {
    const message = messageOf({ [`${name}_FILE`]: path() })
    expect(message).toContain(`${name}_FILE=`)
    expect(message).toContain(why)
    expect(message).not.toContain(SECRET)
  })

  test('may be as long as a secret is, and is judged by its setting', () => {
    expect(messageOf({ SETUP_TOKEN_FILE: fileOf('x'.repeat(16_384)) })).not.toContain('longer than')
  })

  test('keeps its spaces, which are part of it; only the line ends go', () => {
    const secret = '  sixteen letters  '
    expect(readConfig({ SETUP_TOKEN_FILE: fileOf(`${secret}\r\n\n`) }).setupToken).toBe(secret)
  })

  test('given twice, or invalid in its file, is never quoted', () => {
    const twice = messageOf({ [`${name}_FILE`]: fileOf(sampleOf(name)), [name]: sampleOf(name) })
    expect(twice).toMatch(`${name} is set more than once, by ${name} and ${name}_FILE`)
    expect(twice).not.toContain(SECRET)
    const outcome = outcomeOf({ [`${name}_FILE`]: fileOf(`${SECRET}\u0000${SECRET.repeat(600)}`) })
    if (typeof outcome === 'string') expect(outcome).not.toContain(SECRET)
  })
})

test('a setting that is invalid in its file names both', () => {
  const DATABASE_URL_FILE = fileOf('mysql://localhost/x')
  expect(messageOf({ DATABASE_URL_FILE })).toMatch(
    'DATABASE_URL (from DATABASE_URL_FILE): must be a postgres',
  )
})

test('DATABASE_PASSWORD completes both addresses, whatever its characters', () => {
  const urls = { DATABASE_URL: 'postgres://an@one:5433,two/x?a=b', DATABASE_REPLICA_URL: 'postgres://bo@r/x' }
  expect(readConfig({ ...urls, DATABASE_PASSWORD_FILE: fileOf('p@s:/s%\n') })).toMatchObject({
    databaseUrl: 'postgres://an:p%40s%3A%2Fs%25@one:5433,two/x?a=b',
    databaseReplicaUrl: 'postgres://bo:p%40s%3A%2Fs%25@r/x',
  })
})

test.each(['postgres://an:own@one/x', 'postgres://one/x'])(
  'DATABASE_PASSWORD beside DATABASE_URL=%s stops the start',
  (DATABASE_URL) => {
    const message = messageOf({ DATABASE_URL, DATABASE_PASSWORD: SECRET })
    expect(message).toMatch('DATABASE_PASSWORD needs a DATABASE_URL with a user and no password')
    expect(message).not.toContain(SECRET)
  },
)
