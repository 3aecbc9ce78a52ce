const UNRELEASED = '## Unreleased\n'
const FIRST_SECTION = '### What you must do\n'
const NOTHING = `${FIRST_SECTION}\n- Nothing.\n`

/**
 * Turns what is unreleased into a version.
 * @param {string} text of CHANGELOG.md
 * @param {string} version such as 1.2.0
 * @param {string} date of the release, ISO 8601
 * @returns {{ text: string, notes: string }} the new text, and what the version changes
 * @throws Error when nothing is unreleased, or hosts are not told first what they must do
 */
export function cutVersion(text, version, date) {
  const start = text.indexOf(UNRELEASED)
  if (start === -1) throw new Error('CHANGELOG.md has no section Unreleased.')
  if (text.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has the version ${version} already.`)
  const head = text.slice(0, start)
  const { section, rest } = untilNextVersion(text.slice(start + UNRELEASED.length))
  if (!section.startsWith(FIRST_SECTION)) {
    throw new Error('Unreleased in CHANGELOG.md must begin with “### What you must do”, if only “- Nothing.”')
  }
  if (!/^### (?!What)/m.test(section)) throw new Error('CHANGELOG.md lists no change.')
  const empty = `${UNRELEASED}\n${NOTHING}`
  return {
    text: `${head}${empty}\n## ${version} - ${date}\n\n${section}\n${rest}`.trimEnd().concat('\n'),
    notes: section,
  }
}

/**
 * @param {string} text of CHANGELOG.md
 * @returns {string} what the version changes
 */
export function notesOf(text, version) {
  const start = text.indexOf(`\n## ${version} - `)
  if (start === -1) throw new Error(`CHANGELOG.md has no version ${version}.`)
  return untilNextVersion(text.slice(text.indexOf('\n', start + 1) + 1)).section
}

/** True when a change was written down after the last version. */
export const hasUnreleased = (text) =>
  untilNextVersion(text.slice(text.indexOf(UNRELEASED) + UNRELEASED.length)).section !== NOTHING

/** @returns {string[]} newest first, without candidates */
export const versionsOf = (text) =>
  Array.from(text.matchAll(/^## (\d+\.\d+\.\d+) - /gm), ([, version]) => version)

function untilNextVersion(text) {
  const next = text.search(/^## /m)
  const end = next === -1 ? text.length : next
  return { section: text.slice(0, end).trim().concat('\n'), rest: text.slice(end) }
}
