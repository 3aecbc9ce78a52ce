import { AppError, ConfigError } from './platform/app-error'

/** Runs a command-line program. An invalid setting or argument prints one line and exits with `code`. */
export async function runCli(run: () => Promise<void>, code = 1): Promise<void> {
  try {
    await run()
  } catch (error) {
    const told = error instanceof AppError && error.code === 'ServiceUnavailable' ? outOfReach(error) : error
    if (!(told instanceof ConfigError)) throw error
    process.stderr.write(`${told.message}\n`)
    process.exitCode = code
  }
}

const outOfReach = ({ cause }: AppError) =>
  new ConfigError(
    `The database or the bucket cannot be reached (${(cause as Error | undefined)?.message}): check the settings, and run this again.`,
  )
