import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/run-command.mjs'

const FOLDER = join(ROOT, 'docs/decisions')
const HEAD =
  /^# (?<title>.+)\n\nDate: (?<date>\d{4}-\d{2}-\d{2}) · Status: (?<status>accepted|(?:accepted, superseded in part|superseded) by .+)\n/

/** Decision pages without a line of date and status under their title, and rows of the index that differ from the pages. */
export function findUndatedDecisions() {
  const index = readFileSync(join(FOLDER, 'README.md'), 'utf8').replaceAll(/ +\|/g, ' |')
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.md') && file !== 'README.md')
  return files.flatMap((file) => {
    const where = `docs/decisions/${file}`
    const head = HEAD.exec(readFileSync(join(FOLDER, file), 'utf8'))?.groups
    if (!head)
      return [
        `${where}: the line under the title is "Date: YYYY-MM-DD · Status: accepted", or "superseded by [title](page.md)"`,
      ]
    const successors = [...head.status.matchAll(/\]\(([^)]*)\)/g)].map(([, page]) => page)
    if (head.status !== 'accepted' && successors.length === 0)
      return [`${where}: its status links to no page`]
    const missing = successors.filter((page) => !files.includes(page))
    if (missing.length > 0) return [`${where}: superseded by ${missing.join(', ')}, which is no page`]
    const row = `| [${head.title}](${file}) | ${head.date} | ${head.status} |`
    return index.includes(row) ? [] : [`docs/decisions/README.md has no row "${row}"`]
  })
}
