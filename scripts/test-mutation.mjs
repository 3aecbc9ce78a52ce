import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { ROOT } from './lib/run-command.mjs'
import { findMutationAreaErrors, MUTATION_AREAS } from './test/mutation-areas.mjs'

/*
 * `npm run test:mutation [-- money account]`: how many small faults, put into the code one at a time, the tests of an area
 * notice. Prints the rate and the survivors of each area, and fails below MIN_KILLED. A survivor that changes nothing has a
 * comment `Stryker disable next-line` with the reason.
 */

/** Percent. */
const MIN_KILLED = 90

await ensureInstalled()
const asked = process.argv.slice(2)
const unknown = asked.filter((area) => !(area in MUTATION_AREAS))
if (unknown.length > 0)
  throw new Error(
    `There is no area ${unknown.join(', ')}: choose from ${Object.keys(MUTATION_AREAS).join(', ')}.`,
  )
const [wrong] = findMutationAreaErrors()
if (wrong) throw new Error(wrong)
const failed = (asked.length > 0 ? asked : Object.keys(MUTATION_AREAS)).filter((area) => !isGoodEnough(area))
if (failed.length > 0) {
  console.log(`Below ${MIN_KILLED} %: ${failed.join(', ')}`)
  process.exitCode = 1
}

function isGoodEnough(area) {
  const folder = join(ROOT, '.cache/mutation', area)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { workspace, mutate } = MUTATION_AREAS[area]
  const report = join(folder, 'report.json')
  const config = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/test/mutation.vitest.config.mjs', related: false },
    mutate: mutate.map((pattern) => `${workspace}/${pattern}`),
    // What a text says is the business of those who translate it.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignorePatterns: ['/.cache', '/web', '/e2e', '/bench', '/docs', '/deploy', 'dist'],
    tempDirName: join(folder, 'sandbox'),
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    concurrency: 1,
    timeoutMS: 10_000,
    allowEmpty: false,
  }
  const file = join(folder, 'stryker.json')
  writeFileSync(file, JSON.stringify(config))
  const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const env = { ...process.env, MUTATION_AREA: area }
  const { status } = spawnSync(process.execPath, [stryker, 'run', file], { cwd: ROOT, env, stdio: 'inherit' })
  if (status !== 0) return false
  return printed(area, JSON.parse(readFileSync(report, 'utf8')))
}

/** Whether enough were killed. */
function printed(area, { files }) {
  const mutants = Object.entries(files).flatMap(([name, { mutants }]) =>
    mutants.map((mutant) => ({ name, ...mutant })),
  )
  const counted = mutants.filter(
    ({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status),
  )
  const alive = counted.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status))
  const rate = (100 * (counted.length - alive.length)) / counted.length
  for (const { name, location, mutatorName, replacement, status } of alive)
    console.log(
      `  ${name}:${location.start.line}:${location.start.column} ${status} ${mutatorName}: ${replacement}`,
    )
  console.log(`${area}: ${counted.length - alive.length} of ${counted.length} noticed, ${rate.toFixed(1)} %`)
  return rate >= MIN_KILLED
}
