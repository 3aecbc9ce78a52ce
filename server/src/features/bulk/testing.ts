import type { BulkRow, BulkRun } from '@scanleaf/shared'
import { expect } from 'vitest'
import { NO_DENY_LIST } from '../../platform/deny-list'
import { openFiles } from '../../platform/files/file-store'
import type { Person, testApp } from '../../testing/app'
import { openQuotas } from '../billing'
import { bulkJobs } from './job'
import type { RunContext } from './results'

export const BULK_RUNS = '/gateway/api/qrcode/bulk-runs'

type Given = Pick<ReturnType<typeof testApp>, 'as'>

/** What the job of runs works with. @param isSelling whether plans limit codes */
export async function jobContextOf(
  { database, clock, config }: Pick<ReturnType<typeof testApp>, 'database' | 'clock' | 'config'>,
  isSelling: boolean,
): Promise<RunContext> {
  const { codeHost, addressRules } = config()
  return {
    ...{ database: database(), files: await openFiles(config()), clock, codeHost, addressRules },
    ...{ denyList: NO_DENY_LIST, quotas: openQuotas(isSelling) },
  }
}

/** Runs the job of runs once. */
export async function runBulkJobs(
  given: Parameters<typeof jobContextOf>[0],
  isSelling: boolean,
): Promise<void> {
  for (const job of bulkJobs(await jobContextOf(given, isSelling))) await job.run()
}

/** Rows of new codes with these targets. */
export const websiteRows = (...targets: string[]) => targets.map((content) => ({ content: { content } }))

/** New dynamic codes, by rows or a range. */
export const newCodes = (more: object) => ({
  ...{ kind: 'create', contentType: 'Website', isDynamicCode: true },
  ...more,
})

/** Calls about runs in somebody's name; those with a result must succeed. */
export function runsOf(given: Given, person: Pick<Person, 'sid'>) {
  const call = (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ) =>
    given.as(person).inject({
      ...{ method, url: `${BULK_RUNS}${path}`, headers },
      ...(payload !== undefined && { payload: payload as object }),
    })
  async function good(...args: Parameters<typeof call>) {
    const reply = await call(...args)
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    return reply.json()
  }
  return {
    call,
    good,
    dryRun: async (payload: object, headers = {}): Promise<BulkRun> =>
      (await good('POST', '', payload, headers)).result,
    read: async (id: string): Promise<BulkRun> => (await good('GET', `/${id}`)).result,
    start: async (id: string, options: object = {}): Promise<BulkRun> =>
      (await good('POST', `/${id}/start`, options)).result,
    stop: async (id: string): Promise<BulkRun> => (await good('POST', `/${id}/stop`)).result,
    undo: async (id: string): Promise<BulkRun> => (await good('POST', `/${id}/undo`)).result,
    rows: async (id: string, query = ''): Promise<BulkRow[]> =>
      (await good('GET', `/${id}/rows?lng=en${query}`)).result,
  }
}
