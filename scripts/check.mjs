import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const { ensureBuilt } = await import('./build.mjs')
const { measureBudget } = await import('./check/bundle-budget.mjs')
const { findWrongCitations } = await import('./check/citations.mjs')
const { findDecisionErrors } = await import('./check/decisions.mjs')
const { findSizesOffScale } = await import('./check/css-scales.mjs')
const files = await import('./check/files.mjs')
const { findUnboundedJson } = await import('./check/foreign-json.mjs')
const { findAnswerErrors, findHelpErrors } = await import('./check/help.mjs')
const { findWrongImports } = await import('./check/imports.mjs')
const { findTextInJsx } = await import('./check/jsx-text.mjs')
const { findLocaleErrors } = await import('./check/locales.mjs')
const { findAmbiguousNames } = await import('./check/names.mjs')
const { findWrongTypography } = await import('./check/typography.mjs')
const { findWrongWords } = await import('./check/words.mjs')
const { run, runTool } = await import('./lib/run-command.mjs')
const { findSettingsErrors } = await import('./settings-table.mjs')
const { findThirdPartyErrors } = await import('./third-party.mjs')

/** Each returns its errors, one text for each; `note` is printed beside a success. */
const STEPS = [
  ['types', checkTypes],
  [
    'lint and format',
    () => tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--colors=off']),
  ],
  ['dead code', () => tool('knip/bin/knip.js', ['--no-progress'])],
  ['import zones', findWrongImports],
  ['locales', findLocaleErrors],
  ['help pages', findHelpErrors],
  ['names in answers', findAnswerErrors],
  ['words', findWrongWords],
  ['names', findAmbiguousNames],
  ['typography', findWrongTypography],
  ['citations', findWrongCitations],
  ['decision pages', findDecisionErrors],
  ['text in code', findTextInJsx],
  ['CSS scales', findSizesOffScale],
  ['JSON of others', findUnboundedJson],
  ['file lengths', files.findLongFiles],
  ['exact versions', files.findLooseVersions],
  ['lock file', files.findRegistriesInLock],
  ['tests of security', files.findMissingProofs],
  ['documented settings', findSettingsErrors],
  ['licences', findThirdPartyErrors],
  ['known vulnerabilities', audit],
  ['bundle budget', checkBudget],
]

let failed = 0
for (const [name, step] of STEPS) {
  const startMs = performance.now()
  const notes = []
  const errors = await runStep(step, (note) => notes.push(note))
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  console.log(
    [errors.length ? 'FAILED' : 'ok    ', name.padEnd(22), `${seconds} s`.padStart(7), ...notes].join('  '),
  )
  for (const error of errors) console.log(error.replace(/^/gm, '    '))
  if (errors.length > 0) failed++
}
console.log(failed ? `${failed} of ${STEPS.length} checks failed` : `All ${STEPS.length} checks passed`)
process.exitCode = failed ? 1 : 0

async function runStep(step, note) {
  try {
    return await step(note)
  } catch (error) {
    return [error.stack ?? String(error)]
  }
}

async function tool(file, args) {
  const { code, output } = await runTool(file, args, { capture: true })
  return code === 0 ? [] : [output.trim()]
}

/** Two compilers at a time: one for each core of a small machine. */
async function checkTypes() {
  const waiting = ['server', 'web', 'shared', 'qr', 'e2e', 'simulators', 'bench']
  const errors = []
  const work = async () => {
    for (let folder = waiting.shift(); folder; folder = waiting.shift()) {
      errors.push(
        ...(await tool('typescript/bin/tsc', [
          '-p',
          folder,
          '--incremental',
          '--tsBuildInfoFile',
          `.cache/${folder}.tsbuildinfo`,
        ])),
      )
    }
  }
  await Promise.all([work(), work()])
  return errors
}

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
