import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { markdownTable } from './lib/markdown-table.mjs'
import { ROOT } from './lib/run-command.mjs'

const PAGE = 'docs/operate/settings.md'
const EXAMPLE = '.env.example'
const PLACE = /(<!-- settings: written by npm run settings -->\n).*?(<!-- settings end -->)/s

const EXAMPLE_HEAD = `# Every setting of Scanleaf with its default, written by npm run settings. Copy the lines that you change, without the #,
# to .env beside package.json, .env.scanleaf beside compose.yaml, or /etc/scanleaf.env for systemd.
# NAME_FILE is the path of a file that holds the secret: set NAME or NAME_FILE, never both.
`

/** @returns {Promise<string[]>} what differs between the code and docs/operate/settings.md or .env.example */
export async function findSettingsErrors() {
  return Object.entries(await writeTexts())
    .filter(
      ([path, text]) => !existsSync(join(ROOT, path)) || readFileSync(join(ROOT, path), 'utf8') !== text,
    )
    .map(
      ([path]) =>
        `The settings in ${path} differ from server/src/platform/config/environment-variables.ts: run npm run settings.`,
    )
}

/** @returns {Promise<Record<string, string>>} texts of the files that list the settings, by path */
async function writeTexts() {
  const groups = await readGroups()
  const page = readFileSync(join(ROOT, PAGE), 'utf8')
  if (!PLACE.test(page)) throw new Error(`${PAGE} has no place for the settings`)
  const tables = groups.map(({ heading, settings }) => `## ${heading}\n\n${tableOf(settings)}\n`).join('\n')
  return {
    [PAGE]: page.replace(PLACE, (_, before, after) => `${before}\n${tables}\n${after}`),
    [EXAMPLE]: exampleOf(groups),
  }
}

async function readGroups() {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  const { VARIABLE_GROUPS } = await import('../server/src/platform/config/environment-variables.ts')
  const { SITE_SETTINGS } = await import('../shared/src/site-settings/schema.ts')
  await unregister()
  // What fixes several of them says more than their values.
  const fixing = Object.values(SITE_SETTINGS).flat()
  const onScreen = new Set(fixing.filter((name) => fixing.indexOf(name) === fixing.lastIndexOf(name)))
  return Object.entries(VARIABLE_GROUPS).map(([heading, group]) => ({
    heading,
    settings: settingsOf(group).map((setting) => ({ ...setting, isOnScreen: onScreen.has(setting.name) })),
  }))
}

function settingsOf(group) {
  const defaults = group.parse({})
  return Object.entries(group.shape).map(([name, schema]) => {
    const { description, unset, isSecret } = schema.meta() ?? {}
    if (!description) throw new Error(`${name} has no description in its .meta`)
    // A default that is not a constant is described by `unset`, and no value of a variable.
    return { name, description, unset, isSecret, value: unset ? '' : String(defaults[name]) }
  })
}

function tableOf(settings) {
  const rows = settings.map(({ name, description, unset, isSecret, isOnScreen, value }) => [
    `\`${name}\``,
    unset ?? (value === '' ? 'none' : `\`${value}\``),
    [
      description,
      isSecret && `or \`${name}_FILE\``,
      isOnScreen && 'unset: an administrator chooses on the screen **Site settings**',
    ]
      .filter(Boolean)
      .join('; '),
  ])
  return markdownTable([['setting', 'default', 'meaning'], ...rows])
}

function exampleOf(groups) {
  const blocks = groups.map(({ heading, settings }) => {
    const lines = settings.flatMap(({ name, description, unset, isSecret, value }) => [
      `# ${description}${!unset || unset === 'none' ? '' : ` (default: ${unset})`}`.replaceAll('`', ''),
      `#${name}=${plain(value)}`,
      ...(isSecret ? [`#${name}_FILE=`] : []),
    ])
    return `## ${heading}\n\n${lines.join('\n')}\n`
  })
  return `${EXAMPLE_HEAD}\n${blocks.join('\n')}`
}

/** What Node.js, Docker Compose and systemd read alike, without quotes. */
function plain(value) {
  if (/^[\w.,:/@+-]*$/.test(value)) return value
  throw new Error(`${value} needs quotes in ${EXAMPLE}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of Object.entries(await writeTexts())) writeFileSync(join(ROOT, path), text)
}
