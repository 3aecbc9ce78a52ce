import { type CsvDialect, type Language, localTimeAt } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { type CsvWriter, PROGRAM_CSV, spreadsheetCsv } from '../../../platform/export/csv'
import {
  nameOfCode,
  nextCodes,
  type ScanFacts,
  type Span,
  scansOfCode,
  scansOfCodes,
} from './scan-log-repository'

const CODES_AT_ONCE = 200
/** For how many codes an archive is read once. */
const ARCHIVED_CODES_AT_ONCE = 20_000

/** By the names of the wire, so that a program that reads the file needs no translation. */
const COLUMNS = [
  'time',
  'zone',
  'code',
  'counted',
  'kind',
  'unique',
  'repeat',
  'timeCorrected',
  'outcome',
  'country',
  'device',
  'system',
  'browser',
  'referrer',
  'language',
  'userAgent',
]

/** The days of a span that are only in archives, as they were when it was opened. */
export interface ArchivedScans {
  isEmpty: boolean
  /** One day after the other, each in the order of codes and of time. @param codeIds in the order of their ids */
  scansOf(codeIds: readonly string[]): AsyncIterable<ScanFacts[]>
  /** @throws when another day has left the log meanwhile, whose scans may be missing */
  confirm(): Promise<void>
}

/** All scans that are kept: those of the log, and those that are only in archives. */
export interface KeptScans {
  db: Db
  openArchived(span: Span): Promise<ArchivedScans>
}

export interface CsvForm {
  dialect: CsvDialect
  /** The zone of the times in a spreadsheet. */
  zone: string
  language: Language
}

/** The scans of one code, in order of time, in pieces that are read as they are sent. */
export async function* codeCsv(
  { db, openArchived }: KeptScans,
  codeId: string,
  span: Span,
  form: CsvForm,
): AsyncGenerator<string> {
  const writer = writerOf(form)
  yield writer.head
  const name = await nameOfCode(db, codeId)
  const text = (rows: readonly ScanFacts[]) => rows.map((row) => writer.row(row, name)).join('')
  const archived = await openArchived(span)
  for await (const rows of archived.scansOf([codeId])) yield text(rows)
  for await (const rows of scansOfCode(db, codeId, span)) yield text(rows)
  await archived.confirm()
}

/** The scans of all codes of an owner: days that are only in archives, then the log, one code after the other. */
export async function* ownerCsv(
  kept: KeptScans,
  userId: string,
  span: Span,
  form: CsvForm,
): AsyncGenerator<string> {
  const writer = writerOf(form)
  yield writer.head
  yield* rowsOfOwner(kept, userId, span, writer)
}

/** The rows of `ownerCsv` with times of ISO 8601 in UTC, and their head: nothing where there are none. */
export async function* ownerRows(
  kept: KeptScans,
  userId: string,
  span: Span,
  csv: CsvWriter,
): AsyncGenerator<string> {
  const writer = writerBy(csv)
  let head = writer.head
  for await (const rows of rowsOfOwner(kept, userId, span, writer)) {
    yield head + rows
    head = ''
  }
}

async function* rowsOfOwner(
  { db, openArchived }: KeptScans,
  userId: string,
  span: Span,
  writer: Writer,
): AsyncGenerator<string> {
  const archived = await openArchived(span)
  if (!archived.isEmpty) yield* rowsOf((codeIds) => archived.scansOf(codeIds), ARCHIVED_CODES_AT_ONCE)
  yield* rowsOf((codeIds) => scansOfCodes(db, codeIds, span), CODES_AT_ONCE)
  await archived.confirm()

  async function* rowsOf(
    read: (codeIds: readonly string[]) => AsyncIterable<readonly ScanFacts[]>,
    codesAtOnce: number,
  ): AsyncGenerator<string> {
    for (let after: string | null = null; ; ) {
      const codes: { codeId: string; name: string }[] = await nextCodes(db, userId, after, codesAtOnce)
      const names = new Map(codes.map(({ codeId, name }) => [codeId, name]))
      for await (const rows of read([...names.keys()]))
        if (rows.length > 0) yield rows.map((row) => writer.row(row, names.get(row.codeId) ?? '')).join('')
      after = codes.at(-1)?.codeId ?? null
      if (codes.length < codesAtOnce) return
    }
  }
}

interface Writer {
  head: string
  row: (row: ScanFacts, code: string) => string
}

/** @param timeOf how a time is written, in UTC by ISO 8601 where nothing else is said */
const writerBy = (
  csv: CsvWriter,
  zone = 'UTC',
  timeOf: (at: Date) => string = (at) => at.toISOString(),
): Writer => ({
  head: csv.head(COLUMNS),
  row: (row, code) => csv.row([timeOf(row.at), zone, ...cellsOf(row, code)]),
})

const writerOf = ({ dialect, zone, language }: CsvForm): Writer =>
  dialect === 'rfc4180'
    ? writerBy(PROGRAM_CSV)
    : writerBy(spreadsheetCsv(language), zone, (at) => localTimeAt(at, zone))

const cellsOf = (row: ScanFacts, code: string): string[] => [
  code,
  yesNo(row.kind === 'person'),
  row.kind,
  yesNo(row.isUnique),
  yesNo(row.isRepeat),
  yesNo(row.isTimeCorrected),
  String(row.outcome),
  row.country,
  row.device,
  row.system,
  row.browser,
  row.referrer,
  row.language,
  row.userAgent,
]

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')
