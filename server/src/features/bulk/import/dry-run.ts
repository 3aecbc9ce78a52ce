import {
  domainOf,
  IMPORT_COLUMNS,
  type ImportFile,
  type ImportMapping,
  type Language,
  MAX_IMPORT_HEADERS,
  type PatchImport,
  shownPdfName,
  stayingHost,
  vietnamTime,
} from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import type { ReceivedFile } from '../../../platform/files/file-store'
import type { Author } from '../../../platform/http/acting'
import type { StoredResponse } from '../../../platform/idempotency'
import { everyFew } from '../../../platform/next-turn'
import { findDomains } from '../../custom-domains'
import type { UserCodeContext } from '../../user-codes'
import { type DryRunCall, dryRun, type Judged } from '../dry-run'
import { findOwn, lockOwn, type Run, showRun, updateRun } from '../repository'
import { insertRows, type JudgedRow, updateRows } from '../rows-repository'
import type { FileRow, ImportChange } from '../spec'
import { canMove, hostsOf } from './addresses'
import { allFileRows, countVerdicts, findMapping } from './file-repository'
import { codeOf, type Reading } from './imported-code'
import { judgeRows, type RawRow } from './judge'
import { headerKeyOf, recognise } from './reading/columns'
import type { FileReader } from './reading/file-reader'
import type { FileContent, FileProblem } from './reading/read-file'
import type { OldAddress } from './reading/row'

export interface ImportContext extends UserCodeContext {
  reader: FileReader
}

type Plan = Omit<ImportChange, 'kind' | 'fileName' | 'verdicts' | 'wasOff'>

/** Milliseconds after which others get their turn. */
const TURN_MS = 15
/** Columns that a person is asked about. */
const MAX_UNREAD = 10
const NO_MAPPING = Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, null])) as ImportMapping

/**
 * Reads a file and checks each of its rows; nothing but the run is written.
 * @throws AppError ValidationError naming `file`, with the row that cannot be read, or `host`
 */
export async function dryRunOfFile<T>(
  call: DryRunCall<T, ImportContext>,
  file: (ReceivedFile & { name: string }) | null,
  { host, source, encoding }: ImportFile,
  language: Language,
): Promise<StoredResponse<T>> {
  const { context, author } = call
  if (!file) throw new AppError('ValidationError', { file: 'required' })
  const asked = host === undefined ? undefined : requireHost(host)
  const content = await context.reader.read(file, { encoding, language })
  if (content.kind === 'problem') throw fileError(content)
  const rows = rowsOf(content)
  const own = await ownHostsOf(context, author.ownerId)
  const plan = await planOf(context, author.ownerId, content, { asked: source, ownHosts: own.all })
  const addresses = await addressesOf(rows, plan)
  plan.hosts = hostsOf(addresses)
  plan.host = asked ?? movingHost(own, addresses)
  const spec: ImportChange = {
    ...{ ...plan, kind: 'import', fileName: shownPdfName(file.name || 'codes') },
    ...{ verdicts: {}, wasOff: 0 },
  }
  return dryRun(call, spec, async (id) => {
    await insertRows(context.database.db, id, rows)
    return judge(context, author, id, spec, rows)
  })
}

/**
 * Judges all rows of a file again, with other columns, another host, or as the account is now.
 * @throws AppError NotFound, BatchNotReady once it was started and for other kinds, ValidationError
 */
export async function patchImport(
  context: ImportContext,
  author: Author,
  id: string,
  { mapping, host, source, enablesAll }: PatchImport,
): Promise<Run> {
  const { database } = context
  const { db } = database
  const before = await database.transaction(async (tx) => {
    const { state, spec } = await lockOwn(tx, author, id)
    if (spec.kind !== 'import' || (state !== 'mapping' && state !== 'ready'))
      throw new AppError('BatchNotReady')
    const columns = mapping && requireMapping(mapping, spec.headers)
    const edit = {
      ...(columns && { mapping: columns, isMappedByHand: true, unread: [] }),
      ...(host !== undefined && { host: host === '' ? '' : requireHost(host) }),
      ...(source !== undefined && { source }),
      ...(enablesAll !== undefined && { enablesAll }),
    }
    await updateRun(tx, id, { state: 'checking', startedAt: 'now' })
    return { ...spec, ...edit }
  })
  try {
    const rows = await allFileRows(db, id)
    const spec = { ...before, hosts: hostsOf(await addressesOf(rows, before)) }
    const judged = await judge(context, author, id, spec, rows)
    await database.transaction((tx) => show(tx, id, judged))
  } catch (error) {
    // It waits for its columns again, rather than be lost.
    await show(db, id, { spec: before, state: 'mapping' })
    throw error
  }
  return findOwn(db, author, id)
}

async function show(db: Db, id: string, { spec, state }: Judged): Promise<void> {
  await updateRun(db, id, { spec })
  await showRun(db, id, state)
}

/**
 * Writes the verdicts of all rows. Without a column for the targets there is nothing to judge, and while a column waits
 * for a person nothing is.
 */
async function judge(
  context: ImportContext,
  author: Author,
  id: string,
  spec: ImportChange,
  rows: readonly RawRow[],
): Promise<Judged> {
  const { db } = context.database
  const isMapped =
    spec.headers === null || (typeof spec.mapping.target === 'number' && spec.unread.length === 0)
  if (!isMapped) return { spec, state: 'mapping' }
  for await (const results of judgeRows(context, author.ownerId, spec, rows))
    await updateRows(db, id, results)
  return { spec: { ...spec, ...(await countVerdicts(db, id)) }, state: 'ready' }
}

function rowsOf(content: Exclude<FileContent, { kind: 'problem' }>): JudgedRow<FileRow>[] {
  const rowOf = (index: number, line: number | null, input: FileRow): JudgedRow<FileRow> => ({
    ...{ row: index + 1, outcome: 'skipped', line, input, problems: [] },
  })
  if (content.kind === 'table')
    return content.table.rows.map(({ at, cells }, index) => rowOf(index, at, cells))
  return content.codes.map((code, index) => rowOf(index, null, storable(code)))
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
  told: { asked: ImportFile['source']; ownHosts: readonly string[] },
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

/** @throws AppError ValidationError for what is not a domain, or that of a service, which cannot move */
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
