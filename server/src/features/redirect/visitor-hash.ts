import { hash, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DAY_MS = 86_400_000
const SALT_FILE = /^\d{4}-\d\d-\d\d\.salt$/

/**
 * Names visitors without keeping their address: a hash of address and browser under a random salt that lives for
 * one UTC day and is then deleted, so that nobody can later try addresses against the hashes. Processes that share
 * the folder share the salt.
 */
export class VisitorHasher {
  readonly #folder: string
  readonly #onUnshared: (failure: Error) => void
  #day = Number.NaN
  #salt = ''

  /** @param onUnshared called when the salt cannot be stored in the folder: this process then has one of its own */
  constructor(folder: string, onUnshared: (failure: Error) => void) {
    this.#folder = folder
    this.#onUnshared = onUnshared
  }

  nameOf(address: string, browser: string, at: number): string {
    const day = Math.floor(at / DAY_MS)
    if (day !== this.#day) this.#beginDay(day)
    return hash('sha256', `${this.#salt}${address} ${browser}`, 'hex').slice(0, 32)
  }

  #beginDay(day: number): void {
    this.#day = day
    try {
      this.#salt = sharedSalt(this.#folder, `${new Date(day * DAY_MS).toISOString().slice(0, 10)}.salt`)
    } catch (failure) {
      this.#salt = newSalt()
      this.#onUnshared(failure as Error)
    }
  }
}

const newSalt = (): string => randomBytes(32).toString('base64url')

/** One of the processes that begin a day together writes the salt, the others read it. */
function sharedSalt(folder: string, file: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) {
    if (SALT_FILE.test(name) && name < file) rmSync(join(folder, name), { force: true })
  }
  const draft = join(folder, `${newSalt()}.draft`)
  try {
    writeFileSync(draft, newSalt(), { mode: 0o600 })
    linkSync(draft, join(folder, file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(join(folder, file), 'utf8')
}
