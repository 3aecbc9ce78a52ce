import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const { runChecks } = await import('./check/steps.mjs')

const checks = await runChecks()
const failed = checks.filter(({ errors }) => errors.length > 0).length
console.log(failed ? `${failed} of ${checks.length} checks failed` : `All ${checks.length} checks passed`)
process.exitCode = failed ? 1 : 0
