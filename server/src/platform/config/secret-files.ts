import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** More than the longest secret: a larger file was named by mistake. */
const MAX_SECRET_BYTES = 16 * 1024
/** The ID of `LoadCredential=scanleaf:DIRECTORY` in docs/systemd, before the name of each file (systemd.exec(5)). */
export const CREDENTIAL_PREFIX = 'scanleaf_'

export interface SecretSources {
  /** The given variables, each secret under its own name wherever it came from. */
  env: Record<string, string>
  /** By setting, what named the file that a secret came from; without those of the environment itself. */
  origins: Map<string, string>
}

/**
 * Secrets out of the files that `{NAME}_FILE` names, and out of the credentials of systemd
 * (`$CREDENTIALS_DIRECTORY/scanleaf_{NAME}`).
 * @param given the environment without empty variables
 * @param names settings that are secrets
 * @throws Error naming the setting, and never what is in the file
 */
export function withSecretFiles(given: Record<string, string>, names: readonly string[]): SecretSources {
  const env = { ...given }
  const origins = new Map<string, string>()
  for (const name of names) {
    const files = filesOf(given, name)
    const sources = [...(given[name] === undefined ? [] : [name]), ...files.map(({ origin }) => origin)]
    if (sources.length > 1)
      throw new Error(`${name} is set more than once, by ${sources.join(' and ')}: keep one of them.`)
    for (const { origin, path } of files) {
      env[name] = readSecretFile(path, `${origin}=${path}`)
      origins.set(name, origin)
    }
  }
  return { env, origins }
}

function filesOf(given: Record<string, string>, name: string): { origin: string; path: string }[] {
  const files = []
  const variable = `${name}_FILE`
  const path = given[variable]
  if (path !== undefined) files.push({ origin: variable, path })
  const { CREDENTIALS_DIRECTORY } = given
  if (CREDENTIALS_DIRECTORY !== undefined) {
    const origin = `${CREDENTIAL_PREFIX}${name}`
    const credential = join(CREDENTIALS_DIRECTORY, origin)
    if (existsSync(credential)) files.push({ origin, path: credential })
  }
  return files
}

/**
 * The text of a file without the line ends that editors and `echo` leave behind it.
 * @param what names the file in an error
 * @throws Error when it cannot be read, is not a regular file, is empty, is longer than 16 KiB or is not UTF-8
 */
export function readSecretFile(path: string, what: string): string {
  const secret = textOf(readBytes(resolve(path), what), what).replace(/[\r\n]+$/, '')
  if (secret === '') throw new Error(`${what} is empty: write the secret into the file.`)
  return secret
}

function readBytes(path: string, what: string): Buffer {
  let problem: string
  try {
    const stats = statSync(path)
    if (stats.isFile() && stats.size <= MAX_SECRET_BYTES) return readFileSync(path)
    problem = stats.isFile()
      ? `is longer than ${MAX_SECRET_BYTES} bytes, and no secret is: name the right file.`
      : 'is not a regular file: name a file that holds the secret.'
  } catch (error) {
    problem = `cannot be read (${(error as NodeJS.ErrnoException).code}).`
  }
  throw new Error(`${what} ${problem}`)
}

function textOf(bytes: Buffer, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${what} is not UTF-8 text.`)
  }
}
