import { parseJson } from '@scanleaf/shared/json'
import * as z from 'zod'
import type { Clock } from '../../platform/clock'
import type { VersionsFileConfig } from '../../platform/config/versions-file-config'
import { readBounded } from '../../platform/http/bounded-response'
import type { Log } from '../../platform/logging'
import { isSignedBy } from '../../platform/minisign'
import { VERSION } from '../../platform/processes'
import type { Measurement } from './measurement'

const AGAIN_AFTER_MS = 24 * 3_600_000
const WITHIN_MS = 10_000
const MAX_BYTES = 65_536

/** What `npm run release` writes beside the other files of a version. */
const Versions = z.object({
  format: z.literal('scanleaf-versions-1'),
  versions: z.array(z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)).max(1_000),
})

const numbersOf = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number)

function isLater(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)]
  const at = a.findIndex((number, index) => number !== b[index])
  // A version comes after its own candidates.
  return at === -1 ? than.includes('-') : (a[at] ?? 0) > (b[at] ?? 0)
}

/**
 * Which versions are newer than this one, by a signed file that is read at most once a day, and only while an operator
 * looks at the status page. The first look starts it and finds no figure yet.
 */
export function openNewerVersions(config: VersionsFileConfig | null, clock: Clock, log: Log) {
  let newer: string[] | null = null
  let readAt: number | null = null
  const refresh = async ({ url, key }: VersionsFileConfig) => {
    const get = async (address: string) => {
      const response = await fetch(address, {
        signal: AbortSignal.timeout(WITHIN_MS),
        headers: { 'user-agent': 'scanleaf' },
      })
      if (!response.ok) throw new TypeError(`${address} answers ${response.status}`)
      return readBounded(response, MAX_BYTES)
    }
    const [content, signature] = await Promise.all([get(url), get(`${url}.minisig`)])
    if (!isSignedBy(key, content, signature.toString()))
      throw new TypeError('the signature is not of UPDATE_CHECK_SIGNER')
    const { versions } = Versions.parse(parseJson(content.toString('utf8'), { maxLength: MAX_BYTES }))
    newer = versions.filter((version) => isLater(version, VERSION)).sort((a, b) => (isLater(a, b) ? -1 : 1))
  }
  return (): Measurement[] => {
    if (config === null) return []
    const now = clock.now().getTime()
    if (readAt === null || now - readAt >= AGAIN_AFTER_MS) {
      readAt = now
      refresh(config).catch((error) => log.warn({ err: error }, 'the file of new versions cannot be read'))
    }
    return [{ check: 'updates', figure: newer?.length ?? null, subjects: newer ?? [] }]
  }
}
