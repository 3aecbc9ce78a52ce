import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT, run } from './lib/run-command.mjs'
import { readPages } from './site/pages.mjs'

/*
 * `npm run site` builds the operating guide and the help as a static site with a search, in dist/site/{version}. What
 * lies beside it of other versions stays, so that a host publishes the whole folder.
 */

const GENERATOR = join(ROOT, 'scripts/site')
const SOURCE = join(GENERATOR, '.cache')
const SITE = join(ROOT, 'dist/site')

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const [major, minor] = version.split('.')
const name = `${major}.${minor}`

if (!existsSync(join(GENERATOR, 'node_modules'))) {
  const installed = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: GENERATOR,
  })
  if (installed.code !== 0) process.exit(installed.code)
}

rmSync(SOURCE, { recursive: true, force: true })
for (const [path, text] of Object.entries(readPages(version))) {
  mkdirSync(dirname(join(SOURCE, path)), { recursive: true })
  writeFileSync(join(SOURCE, path), text)
}
cpSync(join(ROOT, 'docs/pictures'), join(SOURCE, 'public/pictures'), { recursive: true })
cpSync(join(GENERATOR, 'config.mjs'), join(SOURCE, '.vitepress/config.mjs'))

const { code } = await run(
  process.execPath,
  [
    'node_modules/vitepress/bin/vitepress.js',
    'build',
    SOURCE,
    '--outDir',
    join(SITE, name),
    '--base',
    `/${name}/`,
  ],
  { cwd: GENERATOR, env: { SITE_VERSION: version } },
)
if (code !== 0) process.exit(code)

/** Newest first. */
const versions = readdirSync(SITE)
  .filter((folder) => /^\d+\.\d+$/.test(folder))
  .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
writeFileSync(join(SITE, 'versions.json'), `${JSON.stringify(versions)}\n`)
writeFileSync(
  join(SITE, 'index.html'),
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Scanleaf</title><meta http-equiv="refresh" content="0; url=${versions[0]}/"><a href="${versions[0]}/">Scanleaf ${versions[0]}</a></html>\n`,
)
console.log(`Written to ${join(SITE, name)}; publish ${SITE}.`)
