import { writeFileSync } from 'node:fs'
// Vitest loads this by Vite, and the web replaces `process.env`.
import { env } from 'node:process'

/**
 * A reporter of Vitest: errors of no test, which end the run with code 1 all the same. Those that nobody caught are not in
 * its JSON report, and those of the hooks and the collection of a `describe` are there without their message.
 * Written as a JSON list of {test, message} to the file that STRAY_ERRORS_FILE names.
 */
export default class StrayErrors {
  /** @param {readonly Record<string, any>[]} modules @param {readonly Record<string, any>[]} errors */
  onTestRunEnd(modules, errors) {
    const all = [...errors.map(strayError), ...modules.flatMap(errorsOfSuites)]
    writeFileSync(env.STRAY_ERRORS_FILE, JSON.stringify(all))
  }
}

/** The file itself is the outermost suite. */
const errorsOfSuites = (file) =>
  [file, ...file.children.allSuites()].flatMap((suite) =>
    suite
      .errors()
      .map((error) =>
        strayError({ ...error, VITEST_TEST_PATH: file.moduleId, VITEST_TEST_NAME: suite.fullName }),
      ),
  )

function strayError({ type, name, message, stack, cause, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) {
  const said = stack ?? `${name ?? 'Error'}: ${message}`
  const text = [type ? `${type}: ${said}` : said]
  for (let reason = cause; reason; reason = reason.cause)
    text.push(`caused by ${reason.stack ?? reason.message}`)
  const lines = text.join('\n').split('\n')
  return {
    test: [file, test].filter(Boolean).join(' > ') || 'outside a test',
    message: lines.filter((line) => !line.includes('/node_modules/vitest/')).join('\n'),
  }
}
