import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { ROOT } from '../lib/run-command.mjs'

const { LANGUAGES } = await tsImport('../../shared/src/languages.ts', import.meta.url)

const REPOSITORY = 'https://github.com/scanleaf/scanleaf'
/** Pages of the repository beside the folders, by their path in the site. */
const SINGLE = {
  'changelog.md': 'CHANGELOG.md',
  'support.md': 'SUPPORT.md',
  'security.md': 'SECURITY.md',
  'licences.md': 'THIRD_PARTY.md',
}
const FOLDERS = { operate: 'docs/operate' }

const read = (path) => readFileSync(join(ROOT, path), 'utf8')
const pagesIn = (folder) => readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md'))

/** Languages of the interface, English first, which is at the root of the site. */
const languages = [...LANGUAGES].sort((a, b) => Number(b.code === 'en') - Number(a.code === 'en'))

/** @returns {string} the folder of the help in a language, in the site */
const helpFolder = (language) => (language === 'en' ? 'help' : `${language}/help`)

/**
 * @param {string} version of the product
 * @returns {Record<string, string>} pages of the site by path, with links among them, or to the repository; and its languages
 */
export function readPages(version) {
  /** Path in the site by path in the repository. */
  const places = new Map(Object.entries(SINGLE).map(([place, source]) => [source, place]))
  for (const [place, folder] of Object.entries(FOLDERS)) {
    for (const name of pagesIn(folder))
      places.set(`${folder}/${name}`, `${place}/${name}`.replace('README', 'index'))
  }
  for (const { code: language } of languages) {
    for (const name of pagesIn(`docs/help/${language}`))
      places.set(`docs/help/${language}/${name}`, `${helpFolder(language)}/${name}`)
  }
  const pages = Object.fromEntries(
    [...places].map(([source, place]) => [place, linked(escaped(read(source)), source, places, version)]),
  )
  for (const { code: language } of languages) {
    const names = pagesIn(`docs/help/${language}`)
    const rows = names.map((name) => `- [${titleOf(`docs/help/${language}/${name}`)}](help/${name})`)
    pages[language === 'en' ? 'index.md' : `${language}/index.md`] = [
      '# Scanleaf',
      ...(language === 'en'
        ? [`[Operating guide](operate/index.md) · [Changelog](changelog.md) · Version ${version}`]
        : []),
      rows.join('\n'),
      '',
    ].join('\n\n')
  }
  return { ...pages, 'languages.json': JSON.stringify(languages) }
}

/** @returns {string} the first heading of a page of the repository */
const titleOf = (path) => /^# (.+)$/m.exec(read(path))?.[1] ?? path

/** Braces and angle brackets are markup of the generator, but not in code. */
const escaped = (text) =>
  text
    .split(/(^```[\s\S]*?^```|`[^`\n]+`)/m)
    .map((part, index) => (index % 2 ? part : part.replaceAll('{{', '&#123;&#123;').replaceAll('<', '&lt;')))
    .join('')

function linked(text, source, places, version) {
  return text.replace(/\]\(([^)\s]+)\)/g, (all, target) => {
    if (/^(\w+:|#|\/)/.test(target)) return all
    const [path, anchor = ''] = target.split(/(?=#)/)
    const inRepository = posix.join(posix.dirname(source), path)
    if (inRepository.startsWith('docs/pictures/')) return `](/${inRepository.slice('docs/'.length)})`
    // The help names its pages without an ending.
    const place = places.get(inRepository) ?? places.get(`${inRepository}.md`)
    if (place) return `](/${place}${anchor})`
    return `](${REPOSITORY}/blob/v${version}/${inRepository}${anchor})`
  })
}
