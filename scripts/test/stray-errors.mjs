import { writeFileSync } from 'node:fs'

/**
 * A reporter of Vitest: errors that no test caught, which end the run with code 1 and stand in neither its JSON nor its
 * JUnit report. Written as a JSON list of {test, message} to the file that STRAY_ERRORS_FILE names.
 */
export default class StrayErrors {
  /** @param {unknown} _modules @param {readonly Record<string, any>[]} errors */
  onTestRunEnd(_modules, errors) {
    writeFileSync(process.env.STRAY_ERRORS_FILE, JSON.stringify(errors.map(strayError)))
  }
}

function strayError({ type, name, message, stack, cause, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) {
  const text = [`${type ?? name ?? 'Error'}: ${stack ?? message}`]
  for (let reason = cause; reason; reason = reason.cause) text.push(`caused by ${reason.stack ?? reason.message}`)
  const lines = text.join('\n').split('\n')
  return {
    test: [file, test].filter(Boolean).join(' > ') || 'outside a test',
    message: lines.filter((line) => !line.includes('/@vitest/runner/')).join('\n'),
  }
}
