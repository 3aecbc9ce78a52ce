import { ConfigError } from './platform/app-error'

/** Runs a command-line program. An invalid setting or argument prints one line and exits with `code`. */
export async function runCli(run: () => Promise<void>, code = 1): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = code
  }
}
