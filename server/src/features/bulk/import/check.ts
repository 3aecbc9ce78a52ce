import { request } from 'node:http'
import {
  CHECKED_PATHS,
  type CheckedImport,
  type CheckedPath,
  type MoveRecord,
  ownershipNameOf,
} from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Config } from '../../../platform/config/config'
import type { Author } from '../../../platform/http/acting'
import {
  type CustomDomainsContext,
  findDomains,
  ownershipTextOf,
  placeOf,
  type Records,
  textsWith,
  verifyDomains,
} from '../../custom-domains'
import { findUserCodes, type UserCodeContext, type UserCodeRow } from '../../user-codes'
import { findOwn } from '../repository'
import type { ImportChange } from '../spec'
import { movingOf } from './addresses'
import { findSpread } from './file-repository'
import { codeOf } from './imported-code'
import { isProven } from './present-file'

export interface CheckContext extends Pick<UserCodeContext, 'database' | 'codeHost'> {
  domains: CustomDomainsContext
  config: Pick<Config, 'publicPort'>
}

/** Our own listener answers in milliseconds. */
const ANSWER_MS = 5_000
/** Seconds: what resolvers remember of the old address is over within five minutes. */
const TTL = 300
const MAX_FOUND = 5

/**
 * What of a move is in place: the DNS records, and what our own listener answers for some of the old paths. Where the
 * records are right, the domain is verified by this.
 * @throws AppError NotFound, BatchNotReady for other kinds
 */
export async function checkImport(context: CheckContext, author: Author, id: string): Promise<CheckedImport> {
  const { database } = context
  const { spec } = await findOwn(database.db, author, id)
  if (spec.kind !== 'import') throw new AppError('BatchNotReady')
  const { host } = spec
  const dns = host === '' ? null : await dnsOf(context, author.ownerId, host)
  if (dns?.isRight && !(await isProven(database.db, author.ownerId, host)))
    await verify(context, author.ownerId, host)
  const isNowProven = host !== '' && (await isProven(database.db, author.ownerId, host))
  return {
    host,
    isProven: isNowProven,
    isPointedHere: dns?.isPointedHere ?? null,
    plan: dns?.plan ?? null,
    askedBy: isNowProven ? 'path' : 'id',
    paths: await askPaths(context, author.ownerId, { id, spec }, isNowProven),
  }
}

/** Only a domain that its owner has set is verified. */
async function verify({ domains }: CheckContext, userId: string, host: string): Promise<void> {
  const own = await findDomains(domains.database.db, userId)
  if (own.some(({ kind, domain }) => kind === 'qrcode' && domain === host))
    await verifyDomains(domains, userId, { qrcodeDomain: host, scanAnyway: true })
}

interface Dns {
  plan: NonNullable<CheckedImport['plan']>
  isPointedHere: boolean | null
  /** All records are as they have to be. */
  isRight: boolean
}

async function dnsOf({ domains }: CheckContext, userId: string, host: string): Promise<Dns | null> {
  const { domainAddress: address } = domains.config
  if (address === null) return null
  const place = await placeOf(domains, host)
  const there = await domains.readDomain(host)
  const ownershipText = ownershipTextOf('qrcode', userId)
  const record = (type: MoveRecord['type'], name: string, value: string, found: Records): MoveRecord => ({
    ...{ type, name, value, ttl: TTL, ...stateOf(found, value) },
  })
  // The proof first: it changes nothing at the old service, whose CNAME record bars a TXT record of the same name.
  const records = [
    record('TXT', ownershipNameOf(place.host), ownershipText, textsWith(there, ownershipText)),
    record('A', place.host, address, there.addresses),
  ]
  return {
    plan: { registered: place.registered, records, current: place.records },
    isPointedHere: there.addresses === 'unanswered' ? null : records[1]?.state === 'right',
    isRight: records.every(({ state }) => state === 'right'),
  }
}

function stateOf(there: Records, value: string): Pick<MoveRecord, 'state' | 'found'> {
  if (there === 'unanswered') return { state: 'unanswered', found: [] }
  if (there === 'none') return { state: 'missing', found: [] }
  return { state: there.found.includes(value) ? 'right' : 'other', found: there.found.slice(0, MAX_FOUND) }
}

/**
 * Asks our own listener, over loopback, for some old paths. Before the domain is verified nothing is served under it, so
 * the codes are requested by their ids on the code host. HEAD does not count as a scan.
 */
async function askPaths(
  { database, codeHost, config }: CheckContext,
  userId: string,
  { id, spec }: { id: string; spec: ImportChange },
  isServed: boolean,
): Promise<CheckedPath[]> {
  const rows = await findSpread(database.db, id, CHECKED_PATHS)
  const ids = rows.flatMap(({ codeId }) => codeId ?? [])
  const codes = new Map((await findUserCodes(database.db, userId, ids)).map((code) => [code.id, code]))
  const asked = await Promise.all(
    rows.map(async (row) => {
      const read = await codeOf(row, spec)
      const [address] = 'code' in read ? movingOf(read.code.addresses, spec.host) : []
      const code = codes.get(row.codeId ?? '')
      if (!address || !code?.dynamicId) return []
      const base = new URL(codeHost)
      const answer = isServed
        ? await ask(config.publicPort, spec.host, address.path)
        : await ask(config.publicPort, base.host, `${base.pathname.replace(/\/$/, '')}/${code.dynamicId}`)
      return [
        { address: `${address.host}${address.path}`, expected: code.target ?? '', ...judged(answer, code) },
      ]
    }),
  )
  return asked.flat()
}

type Answer = Pick<CheckedPath, 'status' | 'location'>

function judged(
  answer: Answer,
  { target, googleAnalyticsId }: UserCodeRow,
): Answer & Pick<CheckedPath, 'outcome'> {
  const { status, location } = answer
  if (status === null) return { ...answer, outcome: 'unanswered' }
  // A page that reports to Google Analytics leads on by itself.
  const isPage = status === 200 && googleAnalyticsId !== ''
  if (isPage || (status >= 300 && status < 400 && location === target)) return { ...answer, outcome: 'right' }
  return { ...answer, outcome: status === 404 || status === 421 ? 'not-found' : 'other-target' }
}

function ask(port: number, host: string, path: string): Promise<Answer> {
  return new Promise((resolve) => {
    const call = request(
      { host: '127.0.0.1', port, path, method: 'HEAD', headers: { host }, timeout: ANSWER_MS, agent: false },
      (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? null, location: response.headers.location ?? null })
      },
    )
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve({ status: null, location: null }))
    call.end()
  })
}
