import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { markdownTable } from './lib/markdown-table.mjs'
import { ROOT } from './lib/run-command.mjs'

const FILE = join(ROOT, 'docs/operate/settings.md')
const PLACE = /(<!-- settings: written by npm run settings -->\n).*?(<!-- settings end -->)/s

/** @returns {Promise<string[]>} differences between the code and docs/operate/settings.md */
export async function findSettingsErrors() {
  const text = readFileSync(FILE, 'utf8')
  return (await withTables(text)) === text
    ? []
    : [
        'The settings in docs/operate/settings.md differ from server/src/platform/config/environment-variables.ts: run npm run settings.',
      ]
}

async function withTables(text) {
  if (!PLACE.test(text)) throw new Error('docs/operate/settings.md has no place for the settings')
  const tables = await settingTables()
  return text.replace(PLACE, (_, before, after) => `${before}\n${tables}\n${after}`)
}

async function settingTables() {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  const { VARIABLE_GROUPS } = await import('../server/src/platform/config/environment-variables.ts')
  await unregister()
  return Object.entries(VARIABLE_GROUPS)
    .map(([heading, group]) => `## ${heading}\n\n${tableOf(group)}\n`)
    .join('\n')
}

function tableOf(group) {
  const defaults = group.parse({})
  const rows = Object.entries(group.shape).map(([name, schema]) => {
    const { description, unset, isSecret } = schema.meta() ?? {}
    if (!description) throw new Error(`${name} has no description in its .meta`)
    const value = unset ?? (defaults[name] === '' ? 'none' : `\`${defaults[name]}\``)
    return [`\`${name}\``, value, isSecret ? `${description}; or \`${name}_FILE\`` : description]
  })
  return markdownTable([['setting', 'default', 'meaning'], ...rows])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(FILE, await withTables(readFileSync(FILE, 'utf8')))
}
