import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { isSignedBy, readPublicKey } from '../platform/minisign'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Keys and a signature that minisign 0.11 made. */
const PUBLIC_KEY = `untrusted comment: minisign public key A7E226F7DE95E9DB
RWTb6ZXe9ybip7wKqInbqx48La8RXMIiziAxVuuZe5ykgJXp9wZbLRNO
`
const SECRET_KEY = `untrusted comment: minisign encrypted secret key
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA2+mV3vcm4qfUndZLlA0F58svwdNVelRpIcHVx36sH++pauk6cAoNKrwKqInbqx48La8RXMIiziAxVuuZe5ykgJXp9wZbLRNOAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
`
const SIGNATURE = `untrusted comment: signature from minisign secret key
RUTb6ZXe9ybip228zXM1A3a88+PihJyQ8Vb+Ij12jlNsTGR77v128SZiGrxZt6fim7wyhUthXvVx4jrBpJFM6Asxx0AYBrE7qgc=
trusted comment: timestamp:1795824000\tfile:SUMS\tversion:1.0.0
eKrOleddrAU3dSeXtPCB5itlrJZv/MUkpHFaqWWITVdgCIEBy+OdBnjrkiZI6Qft8DBQWHyxEjgOnmaKKAiOAg==
`
const CHANGELOG = `# Changelog

## Unreleased

### What you must do

- Back up: [how](docs/backups.md), [why](https://example.com/).

### Added

- A thing.

## 0.0.9 - 2026-01-01

### Added

- An older thing.
`

const MIGRATIONS = { 'server/migrations/0000_first.sql': 'create table a ();\n' }
const FUNCTIONS = { 'server/sql/totals.sql': '-- Revision 1\n' }
const FIXTURES = 'server/src/testing/upgrades'
const RELEASED = `${FIXTURES}/released.json`
/** By the version before, which the changelog names. */
const NOTHING_RELEASED = '{ "0.0.9": {} }\n'
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** A filled database lists the hashes of what made it, as a dump of it does. */
const fixtureOf = (...texts: Record<string, string>[]) =>
  gzipSync(texts.flatMap((each) => Object.values(each).map((text) => `('${sha256(text)}')`)).join('\n'))

/** A repository with what a release changes, in the version 0.1.0; all else is linked. */
function makeRepository() {
  const root = mkdtempSync(join(tmpdir(), 'scanleaf-release-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const name of ['package.json', 'package-lock.json', 'compose.yaml', 'scripts', 'deploy'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true })
  for (const name of ['web', 'node_modules']) symlinkSync(join(ROOT, name), join(root, name))
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  write('CHANGELOG.md', CHANGELOG)
  write('.gitignore', 'node_modules\nweb\ndist\nsecret.key\n')
  write('scanleaf.pub', PUBLIC_KEY)
  write('secret.key', SECRET_KEY)
  for (const [path, text] of Object.entries({ ...MIGRATIONS, ...FUNCTIONS })) write(path, text)
  write(`${FIXTURES}/0000_first.sql.gz`, fixtureOf(MIGRATIONS, FUNCTIONS))
  write(`${FIXTURES}/0000_first.data.json.gz`, gzipSync('{}'))
  write(RELEASED, NOTHING_RELEASED)
  const packageJson = readFileSync(join(root, 'package.json'), 'utf8')
  write('package.json', packageJson.replace(/"version": ".*?"/, '"version": "0.1.0"'))
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
        ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' },
        ...{ GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' },
      },
    })
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = run('git', args)
    expect(status, stderr).toBe(0)
    return stdout.trim()
  }
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=start')
  return {
    ...{ git, write, has: (path: string) => existsSync(join(root, path)) },
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    bytes: (path: string) => readFileSync(join(root, path)),
    release: (...args: string[]) => run(process.execPath, ['scripts/release.mjs', ...args]),
    errorsOf: (): string[] => {
      const script = `import { findReleasedFileErrors } from './scripts/release/released-files.mjs'
        console.log(JSON.stringify(findReleasedFileErrors()))`
      const { stdout, stderr } = run(process.execPath, ['--input-type=module', '--eval', script])
      expect(stderr).toBe('')
      return JSON.parse(stdout)
    },
    inArchive: (path: string) =>
      run('tar', ['-xzOf', 'dist/release-1.0.0/scanleaf-1.0.0.tar.gz', `scanleaf-1.0.0/${path}`]).stdout,
  }
}

test('a dry run writes the files of a version and changes nothing', () => {
  const { git, release, read, has, inArchive } = makeRepository()
  const before = git('rev-parse', 'HEAD')
  const dry = release('1.0.0', '--dry-run')
  expect(dry).toMatchObject({ status: 0, stderr: '' })
  expect(dry.stdout).toContain('Not signed. Left to do: npm run release without --dry-run.')
  expect(git('rev-parse', 'HEAD')).toBe(before)
  expect(git('status', '--porcelain')).toBe('')
  expect(git('tag')).toBe('')
  expect(has('dist/release-1.0.0/SHA256SUMS.minisig')).toBe(false)
  expect(JSON.parse(inArchive('package.json')).version).toBe('1.0.0')
  expect(inArchive('CHANGELOG.md')).toContain('## 1.0.0 - ')
  expect(read('dist/release-1.0.0/scanleaf-1.0.0.md')).toBe(
    '### What you must do\n\n- Back up: [how](https://github.com/scanleaf/scanleaf/blob/v1.0.0/docs/backups.md), [why](https://example.com/).\n\n### Added\n\n- A thing.\n',
  )
})

test('a release sets the version wherever it stands, tags it, and its files come from the tag again', () => {
  const { git, release, read, bytes, inArchive } = makeRepository()
  expect(release('1.0.0', '--key', 'secret.key')).toMatchObject({ status: 0, stderr: '' })
  expect(git('status', '--porcelain')).toBe('')
  expect(git('describe', '--exact-match')).toBe('v1.0.0')
  expect(JSON.parse(read('package.json')).version).toBe('1.0.0')
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    ...{ version: '1.0.0', packages: { '': { version: '1.0.0' } } },
  })
  expect(read('deploy/templates/umbrel/umbrel-app.yml')).toMatch(/^version: 1\.0\.0$/m)
  expect(read('deploy/kubernetes/example/kustomization.yaml')).toContain('newTag: 1.0.0\n')
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changelog\n\n## Unreleased\n\n### What you must do\n\n- Nothing\.\n\n## 1\.0\.0 - \d{4}-\d\d-\d\d\n\n### What you must do\n\n- Back up: .+\n\n### Added\n\n- A thing\.\n\n## 0\.0\.9 /,
  )
  expect(inArchive('CHANGELOG.md')).toBe(read('CHANGELOG.md'))

  const folder = 'dist/release-1.0.0'
  expect(read(`${folder}/scanleaf-1.0.0.bake.env`)).toBe(
    `VERSION=1.0.0\nREVISION=${git('rev-parse', 'HEAD')}\nIMAGE=ghcr.io/scanleaf/scanleaf\n`,
  )
  const sums = read(`${folder}/SHA256SUMS`).trim().split('\n')
  expect(sums.map((line) => line.slice(66))).toEqual([
    ...['tar.gz', 'cdx.json', 'bake.env', 'md'].map((end) => `scanleaf-1.0.0.${end}`),
    'versions.json',
  ])
  for (const line of sums) expect(sha256(bytes(`${folder}/${line.slice(66)}`))).toBe(line.slice(0, 64))

  const bom = JSON.parse(read(`${folder}/scanleaf-1.0.0.cdx.json`))
  expect(bom).toMatchObject({ specVersion: '1.6', metadata: { component: { version: '1.0.0' } } })
  const listed = readFileSync(join(ROOT, 'THIRD_PARTY.md'), 'utf8').matchAll(/^- (\S+) (\S+), /gm)
  expect(
    bom.components.map(({ group, name, version }: Record<string, string>) =>
      [group ? `${group}/${name}` : name, version].join(' '),
    ),
  ).toEqual([...listed].map(([, name, version]) => `${name} ${version}`))

  const key = readPublicKey(PUBLIC_KEY.split('\n')[1] ?? '')
  for (const name of ['SHA256SUMS', 'versions.json']) {
    const signature = read(`${folder}/${name}.minisig`)
    expect(isSignedBy(key, bytes(`${folder}/${name}`), signature)).toBe(true)
    expect(signature).toContain(`file:${name}\tversion:1.0.0\n`)
  }
  expect(JSON.parse(read(`${folder}/versions.json`)).versions).toEqual(['1.0.0', '0.0.9'])

  const all = () =>
    [...sums.map((line) => line.slice(66)), 'SHA256SUMS', 'SHA256SUMS.minisig', 'versions.json.minisig'].map(
      (name) => bytes(`${folder}/${name}`),
    )
  const first = all()
  expect(release('--pack', '--key', 'secret.key')).toMatchObject({ status: 0 })
  expect(all()).toEqual(first)
})

test('without the key all is done but tag and signature, which whoever has the key adds later', () => {
  const { git, write, release, read, bytes, has } = makeRepository()
  git('rm', '--quiet', 'scanleaf.pub')
  git('commit', '--quiet', '--message=without a key')
  const prepared = release('1.0.0')
  expect(prepared).toMatchObject({ status: 0, stderr: '' })
  expect(prepared.stdout).toMatch(
    /Not signed\. Left to do: minisign -G .*; commit scanleaf\.pub; then npm run release -- --key FILE/,
  )
  expect(git('log', '-1', '--format=%s')).toBe('Release 1.0.0')
  expect(git('tag')).toBe('')
  expect(has('dist/release-1.0.0/SHA256SUMS')).toBe(true)
  expect(has('dist/release-1.0.0/SHA256SUMS.minisig')).toBe(false)

  write('scanleaf.pub', PUBLIC_KEY)
  write('CHANGELOG.md', read('CHANGELOG.md').replace('- Nothing.', '- Forgotten.'))
  git('add', '.')
  git('commit', '--quiet', '--message=the key, and a late change')
  const early = release('--key', 'secret.key')
  expect(early).toMatchObject({ status: 1 })
  expect(early.stderr).toContain('belong to 1.0.0')
  write('CHANGELOG.md', read('CHANGELOG.md').replace('- Forgotten.', '- Nothing.'))
  git('commit', '--quiet', '--all', '--message=without the change')
  expect(release('--key', 'secret.key')).toMatchObject({ status: 0, stderr: '' })
  expect(git('describe', '--exact-match')).toBe('v1.0.0')
  const signature = read('dist/release-1.0.0/SHA256SUMS.minisig')
  const key = readPublicKey(PUBLIC_KEY.split('\n')[1] ?? '')
  expect(isSignedBy(key, bytes('dist/release-1.0.0/SHA256SUMS'), signature)).toBe(true)
})

test('a released migration and its filled database are recorded, and never change again', () => {
  const { git, write, release, read, bytes, errorsOf } = makeRepository()
  const fixtures = ['sql', 'data.json'].map((end) => `${FIXTURES}/0000_first.${end}.gz`)
  expect(release('1.0.0')).toMatchObject({ status: 0, stderr: '' })
  const first = Object.fromEntries(
    [...Object.keys(MIGRATIONS), ...fixtures].map((path) => [path, sha256(bytes(path))]),
  )
  expect(JSON.parse(read(RELEASED))).toEqual({ '0.0.9': {}, '1.0.0': first })
  expect(errorsOf()).toEqual([])

  // Each by itself, as somebody may change or delete it, and the record of it as well.
  for (const path of Object.keys(first)) {
    const before = bytes(path)
    write(path, 'changed')
    expect(errorsOf()).toEqual([expect.stringContaining(`${path} was released with 1.0.0`)])
    git('rm', '--quiet', '--force', path)
    expect(errorsOf()).toEqual([expect.stringContaining(`${path} was released with 1.0.0`)])
    write(path, before)
    git('add', path)
  }
  write(RELEASED, NOTHING_RELEASED)
  expect(errorsOf()).toEqual([`CHANGELOG.md has the version 1.0.0, and ${RELEASED} has not.`])
  git('checkout', '--quiet', RELEASED)

  const unreleased = read('CHANGELOG.md').replace('- Nothing.\n', '- Nothing.\n\n### Added\n\n- A column.\n')
  write('CHANGELOG.md', unreleased)
  const second = { 'server/migrations/0001_second.sql': 'alter table a add b int;\n' }
  for (const [path, text] of Object.entries(second)) write(path, text)
  git('add', '.')
  git('commit', '--quiet', '--message=a second migration')
  expect(release('1.1.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run db:fixture') })
  // Made before the functions were changed.
  write(`${FIXTURES}/0001_second.sql.gz`, fixtureOf(MIGRATIONS, second))
  write(`${FIXTURES}/0001_second.data.json.gz`, gzipSync('{}'))
  git('add', '.')
  git('commit', '--quiet', '--message=an old filled database')
  expect(release('1.1.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run db:fixture') })
  write(`${FIXTURES}/0001_second.sql.gz`, fixtureOf(MIGRATIONS, second, FUNCTIONS))
  write('server/migrations/0000_first.sql', 'create table a (b int);\n')
  git('commit', '--quiet', '--all', '--message=its filled database, and a changed migration')
  expect(release('1.1.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('is never changed') })
  for (const [path, text] of Object.entries(MIGRATIONS)) write(path, text)
  git('commit', '--quiet', '--all', '--message=the migration as it was')
  expect(release('1.1.0')).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(read(RELEASED))).toEqual({
    '0.0.9': {},
    '1.0.0': first,
    '1.1.0': Object.fromEntries(
      [...Object.keys(second), ...['sql', 'data.json'].map((end) => `${FIXTURES}/0001_second.${end}.gz`)].map(
        (path) => [path, sha256(bytes(path))],
      ),
    ),
  })
})

test('what cannot be released is refused, and changes nothing', () => {
  const { git, release, write } = makeRepository()
  const refused = (args: string[], reason: string | RegExp) => {
    const { status, stderr } = release(...args)
    expect(stderr).toMatch(reason)
    expect(status).toBe(1)
    expect(git('tag')).toBe('')
    expect(git('rev-list', '--count', 'HEAD')).toBe('1')
  }
  const signed = ['--key', 'secret.key']
  for (const version of ['0.1.0', '0.0.9']) refused([version, ...signed], 'does not come after 0.1.0')
  for (const version of ['1.0', 'v1.0.0', '1.0.0+1', '1.0.0;x']) refused([version, ...signed], 'Usage')
  refused(['--pack'], 'nothing can be signed')
  refused(signed, 'CHANGELOG.md has no version 0.1.0')
  refused(['--pack', ...signed], 'HEAD is not the tag v0.1.0')
  write('secret.key', SECRET_KEY.replace('RWQAAEIy', 'RWRTY0Iy'))
  refused(['1.0.0', ...signed], 'The key has a password')
  write('secret.key', SECRET_KEY.replace('e5ykgJXp9wZbLRNO', 'e5ykgJXp9wZbLRNA'))
  refused(['1.0.0', ...signed], 'The key is not that of scanleaf.pub')
  write('CHANGELOG.md', CHANGELOG.replace('What you must do', 'Changed'))
  refused(['1.0.0', ...signed], 'uncommitted changes')
  refused(['1.0.0', '--dry-run'], 'must begin with “### What you must do”')
})

test('a signature of minisign is accepted, and none that was changed, cut or made for something else', () => {
  const key = readPublicKey(PUBLIC_KEY.split('\n')[1] ?? '')
  const content = Buffer.from('checksums of a release\n')
  expect(isSignedBy(key, content, SIGNATURE)).toBe(true)
  expect(isSignedBy(key, Buffer.from('checksums of another\n'), SIGNATURE)).toBe(false)
  const lines = SIGNATURE.split('\n')
  const changed = (at: number, from: string, to: string) =>
    lines.map((line, index) => (index === at ? line.replace(from, to) : line)).join('\n')
  for (const wrong of [
    changed(1, 'RUTb', 'RWTb'),
    changed(1, 'RUTb', 'RUTc'),
    changed(1, 'zXM1', 'zXM2'),
    changed(2, '1.0.0', '1.0.1'),
    changed(3, 'eKrO', 'eKrP'),
    lines.slice(0, 2).join('\n'),
    '',
  ])
    expect(isSignedBy(key, content, wrong)).toBe(false)
  for (const wrong of ['', 'RWTb', PUBLIC_KEY]) expect(() => readPublicKey(wrong)).toThrow('not a public key')
})

test('a signature is byte for byte that of minisign', async () => {
  const { readSecretKey } = await import('../../../scripts/release/minisign.mjs')
  const { sign } = readSecretKey(SECRET_KEY)
  const content = Buffer.from('checksums of a release\n')
  expect(sign(content, 'timestamp:1795824000\tfile:SUMS\tversion:1.0.0')).toBe(SIGNATURE)
})
