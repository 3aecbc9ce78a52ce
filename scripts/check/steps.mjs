import { ensureBuilt } from '../build.mjs'
import { run, runTool } from '../lib/run-command.mjs'
import { findReleasedFileErrors } from '../release/released-files.mjs'
import { findSettingsErrors } from '../settings-table.mjs'
import { findTemplateErrors } from '../templates.mjs'
import { findMutationAreaErrors } from '../test/mutation-areas.mjs'
import { findThirdPartyErrors } from '../third-party.mjs'
import { measureBudget } from './bundle-budget.mjs'
import { findWrongCitations } from './citations.mjs'
import { findSizesOffScale, findUnknownClasses } from './css-scales.mjs'
import { findDecisionErrors } from './decisions.mjs'
import * as files from './files.mjs'
import { findUnboundedJson } from './foreign-json.mjs'
import { findAnswerErrors, findHelpErrors } from './help.mjs'
import { findWrongImports } from './imports.mjs'
import { findTextInJsx } from './jsx-text.mjs'
import { findLocaleErrors } from './locales.mjs'
import { findAmbiguousNames } from './names.mjs'
import { findOtherTerms } from './terms.mjs'
import { findWrongTypography } from './typography.mjs'
import { findWrongWords } from './words.mjs'
import { findWorkflowErrors } from './workflows.mjs'

/** Each returns its errors, one text for each; `note` is printed beside a success. The longest first. */
const STEPS = [
  ...['server', 'web', 'bench', 'e2e', 'shared', 'qr', 'simulators'].map((folder) => [
    `types of ${folder}`,
    () => checkTypes(folder),
  ]),
  ['bundle budget', checkBudget],
  [
    'dead code',
    () => tool('knip/bin/knip.js', ['--no-progress', '--cache', '--cache-location', '.cache/knip']),
  ],
  ['import zones', findWrongImports],
  [
    'lint and format',
    () => tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--colors=off']),
  ],
  ['known vulnerabilities', audit],
  ['locales', findLocaleErrors],
  ['help pages', findHelpErrors],
  ['names in answers', findAnswerErrors],
  ['words', findWrongWords],
  ['terms', findOtherTerms],
  ['typography', findWrongTypography],
  ['names', findAmbiguousNames],
  ['citations', findWrongCitations],
  ['decision pages', findDecisionErrors],
  ['text in code', findTextInJsx],
  ['CSS scales', findSizesOffScale],
  ['CSS classes', findUnknownClasses],
  ['JSON of others', findUnboundedJson],
  ['file lengths', files.findLongFiles],
  ['exact versions', files.findLooseVersions],
  ['lock file', files.findRegistriesInLock],
  ['tests of security', files.findMissingProofs],
  ['mutation areas', findMutationAreaErrors],
  ['documented settings', findSettingsErrors],
  ['platform templates', findTemplateErrors],
  ['released files', findReleasedFileErrors],
  ['workflows', findWorkflowErrors],
  ['licences', findThirdPartyErrors],
]

/** As many at a time as a small machine has cores. */
const AT_ONCE = 2

/**
 * Runs every step and prints each as it ends.
 * @returns {Promise<{ name: string, errors: string[] }[]>} of all steps
 */
export async function runChecks() {
  const waiting = [...STEPS]
  const ended = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) ended.push(await runStep(...next))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return ended
}

async function runStep(name, step) {
  const startMs = performance.now()
  const notes = []
  const errors = await Promise.resolve()
    .then(() => step((note) => notes.push(note)))
    .catch((error) => [error.stack ?? String(error)])
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  console.log(
    [errors.length ? 'FAILED' : 'ok    ', name.padEnd(22), `${seconds} s`.padStart(7), ...notes].join('  '),
  )
  for (const error of errors) console.log(error.replace(/^/gm, '    '))
  return { name, errors }
}

async function tool(file, args) {
  const { code, output } = await runTool(file, args, { capture: true })
  return code === 0 ? [] : [output.trim()]
}

const checkTypes = (folder) =>
  tool('typescript-7/bin/tsc', [
    ...['-p', folder],
    ...['--incremental', '--tsBuildInfoFile', `.cache/${folder}.tsbuildinfo`],
  ])

/** Fails on a finding of level high or above; a registry that has no audit leaves only a note. */
async function audit(note) {
  const { code, output } = await run(
    'npm',
    ['audit', '--omit=dev', '--audit-level=high', '--loglevel=error'],
    {
      capture: true,
    },
  )
  if (code === 0) return []
  if (!output.includes('audit endpoint')) return [output.trim()]
  note('not audited: the registry in use answers no audits')
  return []
}

async function checkBudget(note) {
  await ensureBuilt()
  const { sizes, errors } = measureBudget()
  note(sizes.join(', '))
  return errors
}
