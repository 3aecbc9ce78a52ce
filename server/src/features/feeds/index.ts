import { createHash } from 'node:crypto'
import { FEEDS, type Feed, FeedQuery, MAX_FEED_BYTES, MAX_FEED_ROWS } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { CountryOf } from '../../platform/country'
import type { Database } from '../../platform/db/database'
import { PROGRAM_CSV } from '../../platform/export/csv'
import { FairQueue } from '../../platform/fair-queue/fair-queue'
import { inLane, laneOfAccount } from '../../platform/fair-queue/lane'
import { openFeed } from '../api-keys'
import { feedOfScans } from '../scans'
import { feedOfCodes } from '../user-codes'

/** Concurrent files of a process and of an account: each is in memory until it is sent. */
const AT_ONCE = { name: 'feeds', running: 4, runningOfLane: 1, waiting: 64, waitingOfLane: 8, waitMs: 10_000 }

interface FeedOptions {
  database: Database
  clock: Clock
  countryOf: CountryOf
  codeHost: string
}

/** What feed links read: one CSV file each, as `IMPORTDATA` of Google Sheets and Power Query of Excel take it. */
export const feeds: FastifyPluginAsyncZod<FeedOptions> = async (
  app,
  { database, clock, countryOf, codeHost },
) => {
  const { replica } = database
  const making = new FairQueue(AT_ONCE)

  const rowsOf: Record<Feed, (userId: string, zone: string) => AsyncGenerator<string[]>> = {
    codes: (userId) => feedOfCodes(replica, codeHost, userId),
    scans: (userId, zone) => feedOfScans(replica, { userId, zone }, clock.now()),
  }

  app.get(
    '/feeds/:secret/:file',
    {
      config: { access: 'public' },
      // Every fetch is counted, and this one would be for nothing.
      exposeHeadRoute: false,
      schema: {
        tags: ['feeds'],
        summary: 'The CSV file of a feed link, by its secret: 60 fetches an hour, at most 10,000 rows',
        security: [],
        params: z.object({ secret: z.string(), file: z.string() }),
        querystring: FeedQuery,
      },
    },
    async (request, reply) => {
      const { secret, file } = request.params
      const feed = FEEDS.find((each) => file === `${each}.csv`)
      if (!feed) throw new AppError('NotFound')
      const { ownerId } = await openFeed(database, { secret, feed, ip: request.ip, countryOf })
      const lane = laneOfAccount(ownerId)
      const csv = await making.run(
        () => inLane(lane, () => textOf(rowsOf[feed](ownerId, request.query.zone))),
        lane,
      )
      const etag = `"${createHash('sha256').update(csv).digest('base64url').slice(0, 22)}"`
      reply.headers({
        etag,
        'cache-control': 'private, no-cache',
        'content-security-policy': "default-src 'none'; sandbox",
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `inline; filename="${feed}.csv"`)
        .send(csv)
    },
  )
}

/** Cells of the row that ends a feed which is longer than its limits, so that nobody takes it for the whole. */
const CUT = ['…', 'There are more rows than this file can hold']

/** RFC 4180; of rows beyond the limits the last one says that they are left out. */
async function textOf(rows: AsyncIterable<string[]>): Promise<string> {
  let csv = ''
  let bytes = 0
  let left = MAX_FEED_ROWS
  for await (const cells of rows) {
    const row = csv === '' ? PROGRAM_CSV.head(cells) : PROGRAM_CSV.row(cells)
    bytes += Buffer.byteLength(row)
    if (bytes > MAX_FEED_BYTES || left-- < 0)
      return csv + PROGRAM_CSV.row(cells.map((_, at) => CUT[at] ?? ''))
    csv += row
  }
  return csv
}
