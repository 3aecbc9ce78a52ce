import { ConfigError } from './platform/config/config'

/** Runs a program of the command line. Wrong settings and arguments are told in one line; then the exit code is `code`. */
export async function runCli(run: () => Promise<void>, code = 1): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = code
  }
}
