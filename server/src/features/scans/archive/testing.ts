import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { type Database, query } from '../../../platform/db/database'
import { type FileStore, openFiles } from '../../../platform/files/file-store'
import { createLog } from '../../../platform/logging'
import type { Person, testApp } from '../../../testing/app'
import { aScan, givenScans } from '../../../testing/scan'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { archiveJob, retentionJobs } from '../index'

const FOLDER = 'scan-archive'
export const CSV = '/gateway/api/qrcode/scans.csv?dialect=rfc4180&zone=UTC&from=2018-03-01&to=2018-05-01'

export interface Stores {
  files: FileStore
  database: Database
}

/** What visitors can make up. */
const HOSTILE = [
  {
    referrer: 'https://tìm.example/a"b;c',
    acceptLanguage: 'vi-VN',
    outcome: 2047,
    userAgent: 'Điện thoại \u{1F4F1} "x",\n=1+1',
  },
  { country: '', userAgent: '' },
  { userAgent: `Mozilla/5.0 (${'x'.repeat(600)})` },
  { method: 'HEAD' },
]

/**
 * An installation that keeps scans for 90 days. Before each test somebody has two codes with scans on two days of March
 * 2018 and one of April, and a later one, so that both months may be dropped.
 */
export function archiveOf(product: ReturnType<typeof testApp>) {
  let mai: Person
  let codes: string[]

  const db = () => product.database().db
  const pathOf = (key: string) => join(product.config().dataDir, 'files', key)
  const archives = () =>
    query<{ key: string; day: string; part: number; rows: string; isDropped: boolean }>(
      db(),
      sql`select key, day::text, part, rows::text, is_dropped as "isDropped" from scan_archives order by day, part`,
    )
  const storedKeys = () =>
    readdirSync(pathOf(FOLDER), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(pathOf('').length + 1))
      .sort()
  const keysOf = async () => (await archives()).map(({ key }) => key).sort()

  async function csvOf(person: Person, url = CSV): Promise<string[]> {
    const reply = await product.as(person).inject({ url })
    expect(reply.statusCode).toBe(200)
    return reply.body.trimEnd().split('\r\n').slice(1).sort()
  }

  /** Runs a job; returns what it logged. @param lines that, also of a job that fails */
  async function run(
    name: 'scan-archive' | 'scan-retention',
    stores: Partial<Stores> = {},
    lines: Record<string, unknown>[] = [],
  ): Promise<Record<string, unknown>[]> {
    const log = createLog('info', undefined, { write: (line) => lines.push(JSON.parse(line)) })
    const archive = stores.files ?? (await openFiles(product.config()))
    const dependencies = {
      database: stores.database ?? product.database(),
      log,
      keepDays: 90,
    }
    const jobs = [
      archiveJob({ ...dependencies, files: archive }),
      ...retentionJobs({ ...dependencies, archive }),
    ]
    await jobs.find((job) => job.name === name)?.run()
    return lines
  }

  const scansAt = (codeId: string, ...times: string[]) =>
    givenScans(
      product.database(),
      times.map((time, index) =>
        aScan(codeId, {
          at: Date.parse(time),
          visitor: `${codeId}${time}`,
          ...HOSTILE[index % HOSTILE.length],
        }),
      ),
    )

  beforeEach(async () => {
    rmSync(pathOf(FOLDER), { recursive: true, force: true })
    mai = await product.signedIn()
    codes = []
    for (let n = 0; n < 2; n++) codes.push((await codesOf(product, mai).save(aDynamicCode({})))._id)
    for (const code of codes) {
      await scansAt(
        code,
        '2018-03-14T00:00:00Z',
        '2018-03-14T23:59:59.999Z',
        '2018-03-15T12:00:00Z',
        '2018-03-15T12:00:00Z',
      )
      await scansAt(code, '2018-04-15T12:00:00Z', '2031-05-15T12:00:00Z')
    }
  })

  return { mai: () => mai, codes: () => codes, archives, csvOf, db, keysOf, pathOf, run, scansAt, storedKeys }
}
