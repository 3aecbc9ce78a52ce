import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT, runTool } from '../lib/run-command.mjs'

// As the processes that draw and decode, which have the lowest priority: beside suites that keep all processors busy,
// they would wait for half a minute.
setPriority(constants.priority.PRIORITY_LOW)

/**
 * The result of a suite. A suite that broke before or beside its tests counts as one failure. `durations` in ms.
 * @typedef {{ name: string, passed: number, failed: number, skipped: number, failures: Failure[], durations?: Duration[] }} Outcome
 * @typedef {{ test: string, message: string }} Failure
 * @typedef {{ test: string, ms: number }} Duration
 */

/** JUnit files of each suite, for CI systems. */
const REPORTS = join(ROOT, 'test-results')
/** A suite that hangs must fail, not block the run: several times the duration on a slow machine. */
const SUITE_WITHIN_MS = 45 * 60_000
const SLOWEST = 20

const MESSAGE_LINES = 25
const PAGE_LINES = 80

/**
 * Runs Vitest in a workspace.
 * @param {string} name
 * @param {string[]} args arguments after `vitest run`
 * @param {string} cwd
 * @param {{ isPrintedAtEnd?: boolean, env?: Record<string, string | undefined> }} [options] what a suite prints that
 *   runs beside another one comes in one piece
 * @returns {Promise<Outcome>}
 */
export function runVitest(name, args, cwd, { isPrintedAtEnd = false, env = {} } = {}) {
  return runSuite(
    name,
    (report) =>
      runTool(
        'vitest/vitest.mjs',
        [
          'run',
          ...args,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
          '--reporter=junit',
          `--outputFile.junit=${junitFile(name)}`,
          `--reporter=${join(ROOT, 'scripts/test/stray-errors.mjs')}`,
        ],
        {
          cwd: join(ROOT, cwd),
          env: { ...env, STRAY_ERRORS_FILE: strayErrorsFile(report) },
          withinMs: SUITE_WITHIN_MS,
          capture: isPrintedAtEnd,
        },
      ),
    (json) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests,
      failures: json.testResults.flatMap(failuresOfFile),
      durations: json.testResults.flatMap(({ assertionResults }) =>
        assertionResults.map(({ fullName, duration }) => ({ test: fullName, ms: duration ?? 0 })),
      ),
    }),
  )
}

/**
 * Runs the browser journeys.
 * @param {string} name
 * @param {string[]} args arguments after `playwright test`
 * @returns {Promise<Outcome>}
 */
export function runJourneys(name, args) {
  return runSuite(
    name,
    (report) =>
      runTool('@playwright/test/cli.js', ['test', '--reporter=list,json,junit', ...args], {
        cwd: join(ROOT, 'e2e'),
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JUNIT_OUTPUT_FILE: junitFile(name) },
        withinMs: SUITE_WITHIN_MS,
      }),
    (json) => ({
      passed: json.stats.expected,
      failed: json.stats.unexpected + json.stats.flaky,
      skipped: json.stats.skipped,
      failures: [
        ...json.errors.map((error) => failure('journeys', error)),
        ...json.suites.flatMap(failuresOfSuite),
      ],
      durations: json.suites.flatMap(durationsOfSuite),
    }),
  )
}

const strayErrorsFile = (report) => `${report}.stray`

const junitFile = (name) => join(REPORTS, `${name.replaceAll(' ', '-')}.xml`)

async function runSuite(name, start, count) {
  console.log(`\n== ${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-report-'))
  try {
    const report = join(folder, 'report.json')
    const { code, output } = await start(report)
    if (output !== '') console.log(`\n== ${name}\n${output}`)
    const counts = readCounts(report, count)
    const stray = readStrayErrors(strayErrorsFile(report))
    counts.failed += stray.length
    counts.failures.push(...stray)
    if (code !== 0 && counts.failed === 0) {
      counts.failed = 1
      counts.failures.push({ test: name, message: `ended with exit code ${code}, though no test failed` })
    }
    return { ...counts, name }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readCounts(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    return broken(report, `no report can be read: ${error}`)
  }
}

/** Playwright counts such errors itself. */
function readStrayErrors(file) {
  if (!existsSync(file)) return []
  return JSON.parse(readFileSync(file, 'utf8')).map(({ test, message }) => failure(test, { message }))
}

/**
 * A suite that could not run.
 * @param {string} name
 * @param {string} message
 * @returns {Outcome}
 */
export const broken = (name, message) => ({
  name,
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [{ test: name, message }],
})

function failuresOfFile({ name, assertionResults }) {
  const failed = assertionResults.filter((result) => result.status === 'failed')
  return failed.map((result) =>
    failure(`${name} > ${result.fullName}`, { message: result.failureMessages.join('\n') }),
  )
}

function failuresOfSuite({ file, title, suites = [], specs = [] }) {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => {
        const error = test.results.flatMap((result) => result.errors)[0] ?? { message: 'gave no reason' }
        const told = failure(`${file} > ${title} > ${spec.title} [${test.projectName}]`, error)
        return { ...told, message: `${told.message}\n${pageAtFailure(test.results)}` }
      }),
  )
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

function durationsOfSuite({ title, suites = [], specs = [] }) {
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, results }) => ({
      test: `${title} > ${spec.title} [${projectName}]`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
  return [...own, ...suites.flatMap(durationsOfSuite)]
}

/** The content of the page when a journey failed, as Playwright reads it: often the reason itself. */
function pageAtFailure(results) {
  const context = results
    .flatMap(({ attachments }) => attachments)
    .find(({ name, path }) => name === 'error-context' && path !== undefined)
  if (context === undefined) return ''
  const [, page = ''] = /^```yaml\n(.*?)^```/ms.exec(readFileSync(context.path, 'utf8')) ?? []
  return page.split('\n').slice(0, PAGE_LINES).join('\n')
}

function failure(test, { message }) {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  return { test, message: lines.slice(0, MESSAGE_LINES).join('\n') }
}

/**
 * Prints the slowest tests, each failure with its message and, as the last line, the count of all suites; sets the exit code.
 * @param {Outcome[]} outcomes
 */
export function summarise(outcomes) {
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  console.log('')
  const durations = outcomes.flatMap(({ name, durations = [] }) =>
    durations.map(({ test, ms }) => ({ test: `${name}: ${test}`, ms })),
  )
  console.log(`The slowest ${SLOWEST} tests, in seconds`)
  for (const { test, ms } of durations.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST))
    console.log(`${(ms / 1000).toFixed(1).padStart(8)}  ${test}`)
  console.log('')
  for (const { name, failures } of outcomes) {
    for (const { test, message } of failures) console.log(`FAILED in ${name}: ${test}\n${message}\n`)
  }
  const skipped = sum('skipped')
  if (skipped > 0) console.log(`${skipped} skipped`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') > 0 ? 1 : 0
}
