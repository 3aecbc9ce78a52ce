import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { ROOT } from './lib/run-command.mjs'
import { billOfMaterials } from './release/bill-of-materials.mjs'
import { cutVersion, hasUnreleased, notesOf, versionsOf } from './release/changelog.mjs'
import { archive, commitBeside, git } from './release/git.mjs'
import { readPublicKey, readSecretKey } from './release/minisign.mjs'
import { RELEASED, releaseFiles } from './release/released-files.mjs'
import { renderAll } from './templates.mjs'

const USAGE = `Usage: npm run release -- VERSION              sets the version, commits it, and writes its files unsigned
       npm run release -- --key FILE           tags that version and writes its files signed
       npm run release -- VERSION --key FILE   both at once
       npm run release -- VERSION --dry-run    writes the files only, from a commit that no branch names
       npm run release -- --pack --key FILE    writes the files of the tag at HEAD`

/** Semantic Versioning 2.0.0, without build metadata, which a tag of an image cannot have. */
const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[\da-z]+(\.[\da-z]+)*)?$/
const PUBLIC_KEY = 'scanleaf.pub'
/** For the notice of new versions, under one name in every release. */
const VERSIONS = 'versions.json'
const IMAGE = 'ghcr.io/scanleaf/scanleaf'
const REPOSITORY = 'https://github.com/scanleaf/scanleaf'

const read = (path) => readFileSync(join(ROOT, path), 'utf8')

/** Every file that names the version, as the version has it. */
function textsOf(version, date) {
  const lock = JSON.parse(read('package-lock.json'))
  lock.version = version
  lock.packages[''].version = version
  const example = 'deploy/kubernetes/example/kustomization.yaml'
  return {
    'package.json': read('package.json').replace(/"version": "[^"]+"/, `"version": "${version}"`),
    'package-lock.json': `${JSON.stringify(lock, null, 2)}\n`,
    'CHANGELOG.md': cutVersion(read('CHANGELOG.md'), version, date).text,
    [example]: read(example).replace(/newTag: .+/, `newTag: ${version}`),
    [RELEASED]: releaseFiles(version),
    ...renderAll(version),
  }
}

/** The notes are read apart from the repository. */
const withWholeLinks = (text, version) =>
  text.replace(/\]\((?![a-z]+:)/g, `](${REPOSITORY}/blob/v${version}/`)

/** Writes what people download into dist/release-VERSION, and returns the folder. */
function pack(commit, version, key) {
  const name = `scanleaf-${version}`
  const folder = join(ROOT, 'dist', `release-${version}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const time = new Date(Number(git(['show', '--no-patch', '--format=%ct', commit])) * 1000)
  const changelog = git(['show', `${commit}:CHANGELOG.md`])
  const files = {
    [`${name}.tar.gz`]: gzipSync(archive(commit, name), { level: 9 }),
    [`${name}.cdx.json`]: billOfMaterials(version, time),
    [`${name}.bake.env`]: `VERSION=${version}\nREVISION=${git(['rev-parse', commit])}\nIMAGE=${IMAGE}\n`,
    [`${name}.md`]: withWholeLinks(notesOf(changelog, version), version),
    [VERSIONS]: `${JSON.stringify({ format: 'scanleaf-versions-1', versions: versionsOf(changelog) })}\n`,
  }
  const sums = Object.entries(files)
    .map(([file, content]) => `${createHash('sha256').update(content).digest('hex')}  ${file}\n`)
    .join('')
  files.SHA256SUMS = sums
  if (key) {
    for (const file of ['SHA256SUMS', VERSIONS]) {
      const comment = `timestamp:${time.getTime() / 1000}\tfile:${file}\tversion:${version}`
      files[`${file}.minisig`] = key.sign(Buffer.from(files[file]), comment)
    }
  }
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content)
  return folder
}

/** @throws Error unless the key is the one that people verify with */
function readKey(path) {
  if (!existsSync(join(ROOT, PUBLIC_KEY))) {
    throw new Error(
      `${PUBLIC_KEY} is missing: minisign -G -W -p ${PUBLIC_KEY} -s FILE makes it with its key.`,
    )
  }
  const key = readSecretKey(readFileSync(path, 'utf8'))
  if (key.publicKey !== readPublicKey(read(PUBLIC_KEY)))
    throw new Error(`The key is not that of ${PUBLIC_KEY}.`)
  return key
}

function isLater(version, before) {
  const numbers = (each) => VERSION.exec(each)?.slice(1, 4).map(Number) ?? []
  const [a, b] = [numbers(version), numbers(before)]
  const at = a.findIndex((number, index) => number !== b[index])
  // A version comes after its own candidates.
  return at === -1 ? before.includes('-') && version !== before : a[at] > b[at]
}

/** What is left to do after it, for who has the key. */
function stepsLeft(isPrepared) {
  const sign = 'npm run release -- --key FILE, which tags HEAD and writes these files again, signed'
  const steps = [isPrepared ? sign : 'npm run release without --dry-run']
  if (!existsSync(join(ROOT, PUBLIC_KEY)))
    steps.unshift(`minisign -G -W -p ${PUBLIC_KEY} -s FILE makes the key; commit ${PUBLIC_KEY}`)
  return `Not signed. Left to do: ${steps.join('; then ')}.`
}

/** Tags a version that was prepared without the key. */
function tagPrepared(version) {
  const changelog = read('CHANGELOG.md')
  notesOf(changelog, version)
  if (hasUnreleased(changelog)) {
    throw new Error(
      `CHANGELOG.md has changes under Unreleased: they are in the files, so they belong to ${version}.`,
    )
  }
  if (read(RELEASED) !== releaseFiles(version)) {
    throw new Error(
      `There are migrations that are not in ${RELEASED}: revert the commit that set ${version}, and set it again.`,
    )
  }
  tag(version)
}

const tag = (version) => git(['tag', '--annotate', `v${version}`, '--message', `Release ${version}`])

/** @returns {string} what to print */
function release({ version, isDryRun, isPack, keyPath }) {
  const current = JSON.parse(read('package.json')).version
  if (!isDryRun && git(['status', '--porcelain']) !== '') throw new Error('There are uncommitted changes.')
  const key = keyPath === undefined ? null : readKey(keyPath)
  const written = (folder, left) => `Written to ${folder}.\n${left}`
  const signed = (name) => written(pack('HEAD', name, key), 'Publish it: git push --follow-tags')
  if (isPack) {
    if (!key) throw new Error(`Without --key nothing can be signed.\n${USAGE}`)
    const tagged = git(['tag', '--points-at', 'HEAD']).split('\n')
    if (!tagged.includes(`v${current}`)) throw new Error(`HEAD is not the tag v${current}.`)
    return written(pack('HEAD', current, key), 'Signed.')
  }
  if (key && version === undefined && !isDryRun) {
    tagPrepared(current)
    return signed(current)
  }
  if (!VERSION.test(version ?? '')) throw new Error(USAGE)
  if (!isLater(version, current)) throw new Error(`${version} does not come after ${current}.`)
  const texts = textsOf(version, new Date().toISOString().slice(0, 10))
  const commit = commitBeside(texts, `Release ${version}`)
  if (isDryRun) return written(pack(commit, version, key), key ? 'Nothing was committed.' : stepsLeft(false))
  git(['merge', '--ff-only', '--quiet', commit])
  if (!key) return written(pack('HEAD', version, key), stepsLeft(true))
  tag(version)
  return signed(version)
}

try {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, pack: { type: 'boolean' }, key: { type: 'string' } },
    allowPositionals: true,
  })
  const isDryRun = values['dry-run'] === true
  console.log(
    release({ version: positionals[0], isDryRun, isPack: values.pack === true, keyPath: values.key }),
  )
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
