import {
  domainOf,
  IMPORT_COLUMNS,
  type ImportMapping,
  type Language,
  MAX_IMPORT_HEADERS,
  type NewImport,
  type PatchImport,
  shownPdfName,
  stayingHost,
  vietnamTime,
} from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { ReceivedFile } from '../../platform/files/file-store'
import type { SessionUser } from '../../platform/http/session'
import { everyFew } from '../../platform/next-turn'
import { findDomains } from '../custom-domains'
import type { UserCodeContext } from '../user-codes'
import { canMove, hostsOf } from './addresses'
import { codeOf, type Reading } from './imported-code'
import { judgeRows } from './judge'
import { findOwn, lockOwn } from './lifecycle'
import { headerKeyOf, recognise } from './reading/columns'
import type { FileReader } from './reading/file-reader'
import type { FileContent, FileProblem } from './reading/read-file'
import type { OldAddress } from './reading/row'
import { findMapping, type ImportRow, insertImport, recount, updateImport } from './repository'
import { allRaw, insertRows, type RawRow, updateRows } from './rows-repository'
import type { imports } from './table'

export interface ImportContext extends UserCodeContext {
  reader: FileReader
}

type Plan = Reading &
  Pick<
    typeof imports.$inferSelect,
    'headerKey' | 'isMappedByHand' | 'encoding' | 'unread' | 'enablesAll' | 'hosts'
  >

/** Milliseconds after which others get their turn. */
const TURN_MS = 15
/** Columns that a person is asked about. */
const MAX_UNREAD = 10
const NO_MAPPING = Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, null])) as ImportMapping

/**
 * Reads a file and judges each of its rows; nothing but the import is written.
 * @throws AppError ValidationError naming `file`, with the row that cannot be read, or `host`
 */
export async function createImport(
  context: ImportContext,
  user: SessionUser,
  file: ReceivedFile & { name: string },
  { host, source, encoding }: NewImport,
  language: Language,
): Promise<ImportRow> {
  const { db } = context.database
  const asked = host === undefined ? undefined : requireHost(host)
  const content = await context.reader.read(file, { encoding, language })
  if (content.kind === 'problem') throw fileError(content)
  const rows = rowsOf(content)
  const own = await ownHostsOf(context, user.id)
  const plan = await planOf(context, user.id, content, { asked: source, ownHosts: own.all })
  const addresses = await addressesOf(rows, plan)
  plan.hosts = hostsOf(addresses)
  plan.host = asked ?? movingHost(own, addresses)
  const id = await insertImport(db, {
    ...plan,
    ...{ userId: user.id, by: user.email, fileName: shownPdfName(file.name || 'codes'), state: 'checking' },
    ...{ total: rows.length, counts: { verdicts: {}, outcomes: {}, warned: 0 } },
  })
  await insertRows(db, id, rows)
  await judge(context, user, id, plan, rows)
  return findOwn(db, user, id)
}

/**
 * Judges all rows of an import again, with other columns, another host, or as the account is now.
 * @throws AppError NotFound, BatchNotReady once it was started, ValidationError
 */
export async function patchImport(
  context: ImportContext,
  user: SessionUser,
  id: string,
  { mapping, host, source, enablesAll }: PatchImport,
): Promise<ImportRow> {
  const { database } = context
  const work = await database.transaction(async (tx) => {
    const locked = await lockOwn(tx, user, id)
    if (locked.state !== 'mapping' && locked.state !== 'ready') throw new AppError('BatchNotReady')
    const columns = mapping && requireMapping(mapping, locked.headers)
    const edit = {
      ...(columns && { mapping: columns, isMappedByHand: true, unread: [] }),
      ...(host !== undefined && { host: host === '' ? '' : requireHost(host) }),
      ...(source !== undefined && { source }),
      ...(enablesAll !== undefined && { enablesAll }),
    }
    await updateImport(tx, id, { ...edit, state: 'checking' })
    return { ...locked, ...edit }
  })
  try {
    const rows = await allRaw(database.db, id)
    await updateImport(database.db, id, { hosts: hostsOf(await addressesOf(rows, work)) })
    await judge(context, user, id, work, rows)
  } catch (error) {
    // It waits for its columns again, rather than be lost.
    await updateImport(database.db, id, { state: 'mapping' })
    throw error
  }
  return findOwn(database.db, user, id)
}

/**
 * Writes the verdicts of all rows. Without a column for the targets there is nothing to judge, and while a column waits
 * for a person nothing is.
 */
async function judge(
  context: ImportContext,
  user: SessionUser,
  id: string,
  reading: Reading & Pick<Plan, 'unread' | 'enablesAll'>,
  rows: readonly RawRow[],
): Promise<void> {
  const { db } = context.database
  const isMapped =
    reading.headers === null || (typeof reading.mapping.target === 'number' && reading.unread.length === 0)
  if (isMapped)
    for await (const results of judgeRows(context, user.id, reading, rows)) await updateRows(db, id, results)
  await recount(db, id)
  await updateImport(db, id, { state: isMapped ? 'ready' : 'mapping' })
}

function rowsOf(content: Exclude<FileContent, { kind: 'problem' }>): RawRow[] {
  if (content.kind === 'table')
    return content.table.rows.map(({ at, cells }, index) => ({ n: index + 1, at, raw: cells }))
  return content.codes.map((code, index) => ({ n: index + 1, at: null, raw: storable(code) }))
}

/** What the database can hold of a code that somebody may have written by hand. */
function storable(code: unknown): Record<string, unknown> {
  const text = JSON.stringify(code, (_key, value) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  )
  const value: unknown = JSON.parse(text ?? 'null')
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { value }
}

async function planOf(
  { database, clock }: ImportContext,
  userId: string,
  content: Exclude<FileContent, { kind: 'problem' }>,
  told: { asked: NewImport['source']; ownHosts: readonly string[] },
): Promise<Plan> {
  const [year, month, day] = vietnamTime(clock.now()).slice(0, 10).split('-')
  const tag = `Import ${day}/${month}/${year}`
  const common = { host: '', hosts: [], tag, unread: [], enablesAll: false }
  if (content.kind === 'codes')
    return {
      ...{ ...common, source: 'scanleaf', encoding: null, headers: null, headerKey: '' },
      ...{ mapping: NO_MAPPING, isMappedByHand: false },
    }
  const { headers, rows } = content.table
  const headerKey = headerKeyOf(headers)
  const remembered = await findMapping(database.db, userId, headerKey)
  const cells = rows.map((row) => row.cells)
  const known = recognise(headers, cells, { ...told, asked: told.asked ?? remembered?.source })
  const unread = known.unread.map(({ column, host }) => ({ column, host })).slice(0, MAX_UNREAD)
  return {
    ...{ ...common, encoding: content.encoding, headers, headerKey, source: known.source },
    mapping: remembered?.mapping ?? known.mapping,
    isMappedByHand: remembered !== null,
    unread: remembered ? [] : unread,
  }
}

async function addressesOf(rows: readonly RawRow[], reading: Reading): Promise<OldAddress[][]> {
  const letOthers = everyFew(TURN_MS)
  const addresses: OldAddress[][] = []
  for (const row of rows) {
    const read = await codeOf(row, reading)
    addresses.push('code' in read ? read.code.addresses : [])
    await letOthers()
  }
  return addresses
}

/** Hosts on which codes of this account are served, and which of them is the person's own. */
interface OwnHosts {
  domain: string | null
  product: string[]
  all: string[]
}

async function ownHostsOf(
  { database, codeHost, appUrl }: ImportContext & { appUrl?: string },
  userId: string,
): Promise<OwnHosts> {
  const row = (await findDomains(database.db, userId)).find(({ kind }) => kind === 'qrcode')
  const product = [codeHost, ...(appUrl ? [appUrl] : [])].map((address) => new URL(address).hostname)
  const domain = row?.domain ?? null
  return { domain, product, all: domain === null ? product : [...product, domain] }
}

/** The own domain where the file names it or no host at all, else the host of most rows that its owner can point here. */
function movingHost({ domain, product }: OwnHosts, addresses: readonly OldAddress[][]): string {
  const hosts = hostsOf(addresses).map(({ host }) => host)
  if (domain !== null && (hosts.length === 0 || hosts.includes(domain))) return domain
  return hosts.find((host) => canMove(host) && !product.includes(host)) ?? ''
}

/** @throws AppError ValidationError for what is no domain, or that of a service, which cannot move */
function requireHost(text: string): string {
  const host = domainOf(text)
  const service = host === null ? null : stayingHost(host)
  if (service)
    throw new AppError('ValidationError', { host: 'host-stays' }, undefined, {
      details: { host: { host: host ?? '', service: service.service } },
    })
  if (host === null || !canMove(host)) throw new AppError('ValidationError', { host: 'invalid-domain' })
  return host
}

function requireMapping(
  mapping: NonNullable<PatchImport['mapping']>,
  headers: readonly string[] | null,
): ImportMapping {
  if (headers === null) throw new AppError('ValidationError', { mapping: 'invalid-value' })
  const columns = { ...NO_MAPPING, ...mapping }
  const used = Object.values(columns).filter((column) => column !== null)
  const isWrong = used.some((column) => column >= Math.min(headers.length, MAX_IMPORT_HEADERS))
  if (isWrong) throw new AppError('ValidationError', { mapping: 'invalid-value' })
  if (typeof columns.target !== 'number')
    throw new AppError('ValidationError', { 'mapping.target': 'required' })
  return columns
}

const FILE_ERRORS = {
  'too-large': 'file-too-large',
  'too-slow': 'file-too-slow',
  'unpacks-too-large': 'file-too-large',
  'not-a-table': 'file-not-a-table',
  'old-or-locked': 'file-not-a-table',
  broken: 'file-broken',
  'no-rows': 'file-no-rows',
  'too-many-rows': 'file-too-many-rows',
  'too-many-columns': 'file-too-many-columns',
  'wrong-separator': 'file-wrong-separator',
  'open-quote': 'file-open-quote',
  'too-deep': 'file-too-deep',
} as const satisfies Record<FileProblem['problem'], string>

const fileError = ({ problem, row, column }: FileProblem): AppError =>
  new AppError('ValidationError', { file: FILE_ERRORS[problem] }, undefined, {
    ...(row !== null && { details: { file: { row, ...(column !== undefined && { column }) } } }),
  })
