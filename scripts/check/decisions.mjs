import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../lib/run-command.mjs'
import { walk } from '../lib/walk.mjs'

const FOLDER = 'docs/decisions'
const INDEX = `${FOLDER}/README.md`
const HEAD = /^# (?<title>.+)\n\nDate: \d{4}-\d{2}-\d{2} · Status: accepted\n/

/** Folders whose own folders each have a row in the index. */
const COVERED = ['server/src/features', 'server/src/platform', 'web/src/features', 'qr/src']

/** Where pages are cited by their path, or linked. */
const CITING = ['docs', 'qr', 'shared', 'server', 'web', 'e2e', 'bench', 'scripts', 'simulators', 'deploy']

const read = (path) => readFileSync(join(ROOT, path), 'utf8')

/** Decision pages without date and status, faults of the table of the index, and links to pages and sections that are not there. */
export function findDecisionErrors() {
  const files = readdirSync(join(ROOT, FOLDER)).filter((file) => file.endsWith('.md') && file !== 'README.md')
  const pages = new Map(files.map((file) => [file, read(`${FOLDER}/${file}`)]))
  return [...findWrongHeads(pages), ...findIndexErrors(pages), ...findDeadLinks(pages)]
}

function findWrongHeads(pages) {
  return [...pages]
    .filter(([, text]) => !HEAD.test(text))
    .map(([file]) => `${FOLDER}/${file}: the line under the title is "Date: YYYY-MM-DD · Status: accepted"`)
}

/** Every page is in the table, under its title; every path of the table exists, and every covered folder is one of them. */
function findIndexErrors(pages) {
  const rows = read(INDEX)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const paths = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, path]) => path))
  const folders = COVERED.flatMap((parent) =>
    readdirSync(join(ROOT, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${parent}/${entry.name}`),
  )
  return [
    ...[...pages].flatMap(([file, text]) => {
      const link = `[${HEAD.exec(text)?.groups.title}](${file})`
      return rows.some((row) => row.includes(link)) ? [] : [`${INDEX}: no row names ${link}`]
    }),
    ...paths.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${INDEX}: there is no ${path}`),
    ...paths
      .filter((path, index) => paths.indexOf(path) < index)
      .map((path) => `${INDEX}: two rows name ${path}`),
    ...folders
      .filter((folder) => !paths.includes(folder))
      .map((folder) => `${INDEX}: no row names ${folder}`),
  ]
}

/** Links and citations of pages and of their sections; those of migrations stay as they are, which are never edited. */
function findDeadLinks(pages) {
  const sections = new Map([...pages].map(([file, text]) => [file, sectionsOf(text)]))
  const paths = [...CITING.flatMap((folder) => walk(join(ROOT, folder))), ...walkRoot()]
  return paths
    .filter((path) => /\.(ts|tsx|mjs|css|sql|md|yaml|yml)$/.test(path) && !path.includes('/migrations/'))
    .flatMap((path) => {
      const inFolder = path.startsWith(join(ROOT, FOLDER))
      const link = inFolder
        ? /(?:\]\(|decisions\/)([\w-]+\.md)?(?:#([\w-]+))?(?=\))/g
        : /decisions\/([\w-]+\.md)(?:#([\w-]+))?/g
      const own = path.slice(path.lastIndexOf('/') + 1)
      return [...readFileSync(path, 'utf8').matchAll(link)]
        .filter(([, file = own, section]) => file !== 'README.md' && !isThere(sections, file, section))
        .map(([found]) => `${relative(ROOT, path)}: "${found}" leads to no page or section of ${FOLDER}`)
    })
}

const walkRoot = () => readdirSync(ROOT).map((name) => join(ROOT, name))

const isThere = (sections, file, section) =>
  sections.has(file) && (section === undefined || sections.get(file).has(section))

/** The ids that code hosts and the help give to the headings of a page. */
function sectionsOf(text) {
  const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading.toLowerCase())
  return new Set(headings.map((each) => each.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')))
}
