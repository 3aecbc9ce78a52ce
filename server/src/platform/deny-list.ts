import { readFileSync, statSync, unwatchFile, watchFile } from 'node:fs'
import { domainToASCII } from 'node:url'
import { cleanAddress } from '@scanleaf/qr'
import { ConfigError } from './app-error'
import type { Log } from './logging'

const LOOK_EVERY_MS = 1000

/** Forbidden target hosts, with their subdomains. */
export interface DenyList {
  /** @param target http or https address; anything else is not on the list */
  hasTarget(target: string): boolean
  /** Calls back when the list has changed; returns a function that stops that. */
  onChange(callback: () => void): () => void
  close(): void
}

/** The list of an installation that denies nothing. */
export const NO_DENY_LIST: DenyList = { hasTarget: () => false, onChange: () => () => {}, close: () => {} }

/**
 * Reads the file of TARGET_DENY_LIST: a host in each line, `#` begins a comment. It is read again when it changes and
 * on SIGHUP. A line that is no host is named in the log; a file that cannot be read any more leaves the list as it is.
 * @throws ConfigError when the file cannot be read at the start
 */
export function openDenyList(file: string | null, log: Log): DenyList {
  if (file === null) return NO_DENY_LIST
  const callbacks = new Set<() => void>()
  let hosts: ReadonlySet<string>
  try {
    hosts = readHosts(file, log)
  } catch (cause) {
    throw new ConfigError(`TARGET_DENY_LIST=${file} cannot be read: ${(cause as Error).message}.`, { cause })
  }
  const readAgain = () => {
    try {
      hosts = readHosts(file, log)
    } catch (err) {
      log.error({ err, file }, 'the deny list cannot be read: the previous one stays in effect')
      return
    }
    for (const callback of callbacks) callback()
  }
  // Asked for its state, not watched: a file that is put in the place of another is seen everywhere.
  watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, readAgain)
  process.on('SIGHUP', readAgain)
  return {
    hasTarget: (target) => hosts.size > 0 && isListed(hosts, target),
    onChange(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    close() {
      unwatchFile(file, readAgain)
      process.off('SIGHUP', readAgain)
    },
  }
}

function readHosts(file: string, log: Log): Set<string> {
  if (!statSync(file).isFile()) throw new Error('not a file')
  const hosts = new Set<string>()
  for (const [place, line] of readFileSync(file, 'utf8').split(/\r?\n/).entries()) {
    const written = cleanAddress(line.replace(/#.*$/, ''))
    if (written === '') continue
    const host = hostOf(written)
    if (host === null)
      log.warn(
        { file, line: place + 1, text: written.slice(0, 200) },
        'a line of the deny list is not a host name',
      )
    else hosts.add(host)
  }
  return hosts
}

/** As addresses have it: in ASCII and lower case, without a leading `*.` and a final dot; null for anything else. */
function hostOf(written: string): string | null {
  const name = written.replace(/^\*?\./, '').replace(/\.$/, '')
  if (/[\s/\\@:?]/.test(name) && !/^\[[\da-f:]+\]$/i.test(name)) return null
  const ascii = name.startsWith('[') ? name : domainToASCII(name)
  return ascii !== '' && ascii.length <= 253 && URL.canParse(`http://${ascii}/`)
    ? new URL(`http://${ascii}/`).hostname
    : null
}

function isListed(hosts: ReadonlySet<string>, target: string): boolean {
  if (!URL.canParse(target)) return false
  let host = new URL(target).hostname.replace(/\.$/, '')
  for (;;) {
    if (hosts.has(host)) return true
    const dot = host.indexOf('.')
    if (dot < 0) return false
    host = host.slice(dot + 1)
  }
}
