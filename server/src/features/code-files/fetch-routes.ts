import { Readable } from 'node:stream'
import { CODE_FILE_MINUTES, TRIAL_PREFIX } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import { zipOf } from '../../platform/export/zip'
import type { FairQueue } from '../../platform/fair-queue/fair-queue'
import { laneOfAccount, madeInLane } from '../../platform/fair-queue/lane'
import { contentDisposition } from '../../platform/http/content-disposition'
import { createRateLimits, type Window } from '../../platform/http/rate-limit'
import { requireTiedSession } from '../../platform/http/tied-session'
import type { Translator } from '../../platform/i18n'
import type { Generator } from '../generator'
import { findTicket, TICKET, ticketHash } from './repository'
import { selectedCodes } from './selected-codes'
import { sheetBytes } from './sheet-pages'
import { zipEntries } from './zip-entries'

export interface CodeFileOptions {
  database: Database
  clock: Clock
  generator: Generator
  translator: Translator
  appUrl: string
  codeHost: string
}

/** Browsers ask twice at times, and a broken download is tried again. */
const FETCHES: Window = { limit: 5, windowMs: CODE_FILE_MINUTES * 60_000 }

interface FetchOptions extends CodeFileOptions {
  /** What is drawn at once, checks of new files included. */
  making: FairQueue
  /** Under which a file has its address. */
  path: string
}

/** Files of codes, drawn while they are fetched. */
export const fetchRoutes: FastifyPluginAsyncZod<FetchOptions> = async (app, options) => {
  const { database, clock, generator, translator, codeHost, making, path } = options
  const { db } = database
  const limits = createRateLimits(database, clock)

  app.get(
    `${path}/:ticket`,
    {
      config: { access: 'public' },
      // Only what is sent is drawn.
      exposeHeadRoute: false,
      schema: {
        tags: ['code-files'],
        summary: 'The file of codes, by an address made for it',
        security: [],
        params: z.object({ ticket: z.string().regex(TICKET) }),
      },
    },
    async (request, reply) => {
      const { ticket } = request.params
      const found = await findTicket(db, ticket)
      if (!found) throw new AppError('LinkExpired')
      await limits.enforce('code-file', ticketHash(ticket), FETCHES)
      await requireTiedSession(request, found.request.session, ticket)
      const { userId, request: wanted } = found
      const { language, zip, sheet, isTrial } = wanted
      const lane = laneOfAccount(userId)
      const { end } = making.enter(lane)
      const codes = selectedCodes(db, userId, wanted.selection)
      const bytes = sheet
        ? sheetBytes({ generator, codeHost }, codes, sheet, translator)
        : zipOf(
            zipEntries({ generator, codeHost, language, translator }, codes, zip as NonNullable<typeof zip>),
          )
      const stream = Readable.from(madeInLane(lane, bytes), { objectMode: false })
      stream.once('close', end)
      const day = clock.now().toISOString().slice(0, 10)
      const name = `${isTrial ? TRIAL_PREFIX : ''}qr-codes-${day}.${sheet ? 'pdf' : 'zip'}`
      return reply
        .type(sheet ? 'application/pdf' : 'application/zip')
        .headers({
          'content-disposition': contentDisposition('attachment', name),
          'cache-control': 'private, no-store',
          'content-security-policy': "default-src 'none'; sandbox",
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        .send(stream)
    },
  )
}
