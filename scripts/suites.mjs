import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, runTool } from './run-command.mjs'

/**
 * What a suite did. A suite that broke before or beside its tests counts as one failure.
 * @typedef {{ name: string, passed: number, failed: number, skipped: number }} Outcome
 */

/**
 * Runs Vitest in a workspace.
 * @param {string} name
 * @param {string[]} args arguments after `vitest run`
 * @param {string} cwd
 * @returns {Promise<Outcome>}
 */
export function runVitest(name, args, cwd) {
  return runSuite(
    name,
    (report) =>
      runTool(
        'vitest/vitest.mjs',
        ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
        { cwd: join(ROOT, cwd) },
      ),
    (json) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests,
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
      runTool('@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], {
        cwd: join(ROOT, 'e2e'),
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
    (json) => ({
      passed: json.stats.expected,
      failed: json.stats.unexpected + json.stats.flaky,
      skipped: json.stats.skipped,
    }),
  )
}

async function runSuite(name, start, count) {
  console.log(`\n== ${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-report-'))
  try {
    const report = join(folder, 'report.json')
    const { code } = await start(report)
    const counts = readCounts(report, count)
    if (code !== 0 && counts.failed === 0) counts.failed = 1
    return { name, ...counts }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readCounts(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/**
 * Prints one line for all suites, the last of the output, and sets the exit code.
 * @param {Outcome[]} outcomes
 */
export function summarise(outcomes) {
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const broken = outcomes.filter((outcome) => outcome.failed > 0)
  console.log('')
  if (broken.length > 0) console.log(`Failures in: ${broken.map(({ name }) => name).join(', ')}`)
  const skipped = sum('skipped')
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = sum('failed') > 0 ? 1 : 0
}
