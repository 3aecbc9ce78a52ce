import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { SchemaElement } from 'hyparquet'
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer'
import type { ScanFacts } from '../analytics/scan-log-repository'

/** Rows that are compressed and read together, in the order of codes and of time: the thread is held up for 0.1 s. */
export const ROWS_PER_GROUP = 10_000

/** The checksum of each page makes a changed byte an error of whoever reads it, in any program. */
const PARAMS = { params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 } }
const ZSTD = (bytes: Uint8Array): Uint8Array => zstdCompressSync(bytes, PARAMS)
export const decompressors = { ZSTD: (bytes: Uint8Array): Uint8Array => zstdDecompressSync(bytes) }

/** A scan as its file has it, by the column names of the CSV export. No column names the visitor. */
export interface ParquetRow {
  code: string
  time: Date
  kind: ScanFacts['kind']
  unique: boolean
  repeat: boolean
  timeCorrected: boolean
  outcome: number
  country: string
  device: string
  system: string
  browser: string
  referrer: string
  language: string
  userAgent: string
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const
const FLAG = { type: 'BOOLEAN' } as const

const COLUMNS: Record<keyof ParquetRow, Omit<SchemaElement, 'name'>> = {
  code: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  kind: TEXT,
  unique: FLAG,
  repeat: FLAG,
  timeCorrected: FLAG,
  outcome: { type: 'INT32' },
  country: TEXT,
  device: TEXT,
  system: TEXT,
  browser: TEXT,
  referrer: TEXT,
  language: TEXT,
  userAgent: TEXT,
}
const NAMES = Object.keys(COLUMNS) as (keyof ParquetRow)[]

const SCHEMA: SchemaElement[] = [
  { name: 'scan', num_children: NAMES.length },
  ...NAMES.map((name): SchemaElement => ({ name, repetition_type: 'REQUIRED', ...COLUMNS[name] })),
]

/** Apache Parquet (parquet.apache.org), a row group for each of the given groups, in bytes as they are made. */
export async function* parquetOf(
  groups: AsyncIterable<readonly ScanFacts[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({
    writer: bytes,
    schema: SCHEMA,
    codec: 'ZSTD',
    compressors: { ZSTD },
    createdBy: 'scanleaf',
  })
  const taken = () => {
    const chunk = bytes.getBytes().slice()
    bytes.index = 0
    return chunk as Uint8Array<ArrayBuffer>
  }
  for await (const group of groups) {
    const rows = group.map(parquetRow)
    const columnData = NAMES.map(
      (name): ColumnSource => ({
        name,
        data: rows.map((row) => row[name]),
        // Times of a code rise, so their differences are small.
        ...(name === 'time' && { encoding: 'DELTA_BINARY_PACKED' }),
      }),
    )
    await writer.write({ columnData, rowGroupSize: rows.length })
    yield taken()
  }
  await writer.finish()
  yield taken()
}

const parquetRow = ({ codeId, at, isUnique, isRepeat, isTimeCorrected, ...row }: ScanFacts): ParquetRow => ({
  ...row,
  code: codeId,
  time: at,
  unique: isUnique,
  repeat: isRepeat,
  timeCorrected: isTimeCorrected,
})

export const factsOf = ({ code, time, unique, repeat, timeCorrected, ...row }: ParquetRow): ScanFacts => ({
  ...row,
  codeId: code,
  at: time,
  isUnique: unique,
  isRepeat: repeat,
  isTimeCorrected: timeCorrected,
})
