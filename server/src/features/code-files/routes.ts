import { Readable } from 'node:stream'
import {
  CODE_FILE_MINUTES,
  isTrialLink,
  MAX_FILE_CODES,
  MAX_FILES_AN_HOUR,
  NewCodeFile,
  OneCodeFile,
  type Selection,
  TRIAL_PREFIX,
  trialReason,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import { zipOf } from '../../platform/export/zip'
import { FairQueue } from '../../platform/fair-queue/fair-queue'
import { laneOfAccount, madeInLane } from '../../platform/fair-queue/lane'
import { acting } from '../../platform/http/acting'
import { contentDisposition } from '../../platform/http/content-disposition'
import { requestLanguage } from '../../platform/http/error-handler'
import { createRateLimits, type Window } from '../../platform/http/rate-limit'
import { requireTiedSession, tieSession } from '../../platform/http/tied-session'
import type { Translator } from '../../platform/i18n'
import type { Generator } from '../generator'
import { codeRedirectOf, type UserCodeRow, walkSelection } from '../user-codes'
import { createTicket, type FileRequest, findTicket, TICKET, ticketHash } from './repository'
import { selectedCodes } from './selected-codes'
import { readability, refuseUnprintable, sheetBytes } from './sheet-pages'
import { zipEntries } from './zip-entries'

export interface CodeFileOptions {
  database: Database
  clock: Clock
  generator: Generator
  translator: Translator
  appUrl: string
  codeHost: string
}

const PATH = '/gateway/api/qrcode/code-files'
const tags = ['code-files']
const HOUR_MS = 60 * 60_000
const FILES: Window = { limit: MAX_FILES_AN_HOUR, windowMs: HOUR_MS }
/** Browsers ask twice at times, and a broken download is tried again. */
const FETCHES: Window = { limit: 5, windowMs: CODE_FILE_MINUTES * 60_000 }
/** Files and checks of sheets that are made at once, in a process and for an account: each keeps four drawings waiting. */
const AT_ONCE = { name: 'code-files', running: 16, runningOfLane: 2, waiting: 0, waitingOfLane: 0 }

/** Pictures and sheets of many codes, as files that are made while they are fetched. */
export const codeFiles: FastifyPluginAsyncZod<CodeFileOptions> = async (app, options) => {
  const { database, clock, generator, translator, appUrl, codeHost } = options
  const { db } = database
  const limits = createRateLimits(database, clock)
  const making = new FairQueue(AT_ONCE)
  const context = { generator, codeHost }
  const host = { codeHost, trial: trialReason(codeHost) }

  async function limited(scope: string, value: string, window: Window): Promise<void> {
    const waitMs = await limits.use(scope, value, window)
    if (waitMs > 0) throw new AppError('TooManyRequests', undefined, waitMs / 1000)
  }

  /** How many codes a file would hold, and whether it is a trial. @throws AppError ValidationError for none and for too many */
  async function countOf(userId: string, selection: Selection) {
    let count = 0
    let isTrial = false
    for (let after: number | null = 0; after !== null; ) {
      const step = await walkSelection(db, userId, selection, after)
      count += step.codes.length
      isTrial ||= step.codes.some((code) => isTrialLink(codeRedirectOf(code, codeHost), host))
      if (count > MAX_FILE_CODES) {
        const details = { selection: { max: MAX_FILE_CODES } }
        throw new AppError('ValidationError', { selection: 'too-many' }, undefined, { details })
      }
      after = step.next
    }
    if (count === 0) throw new AppError('ValidationError', { selection: 'no-codes' })
    return { count, isTrial }
  }

  app.post(
    PATH,
    {
      config: { access: 'codes:read', isHeavy: true },
      schema: {
        operationId: 'codes.files',
        tags,
        summary: 'A file of codes: pictures as a ZIP, or a PDF of labels, tents, stickers, posters or cards',
        body: NewCodeFile,
        response: { 201: OneCodeFile },
      },
    },
    async (request, reply) => {
      const { ownerId: userId } = acting(request)
      const { selection, sheet } = request.body
      if (sheet) refuseUnprintable(sheet)
      await limited('code-files', userId, FILES)
      const { count, isTrial } = await countOf(userId, selection)
      const { end } = making.enter(laneOfAccount(userId))
      try {
        const chosen = unlessGone(selectedCodes(db, userId, selection), () => reply.raw.destroyed)
        const read = sheet ? await readability(context, chosen, sheet) : null
        const wanted: FileRequest = {
          ...request.body,
          language: requestLanguage(request),
          isTrial,
        }
        const { ticket, expiresAt } = await createTicket(db, userId, wanted, (key) =>
          tieSession(request, key),
        )
        const result = {
          url: `${appUrl}${PATH}/${ticket}`,
          codes: read?.codes ?? count,
          expiresAt: expiresAt.toISOString(),
          sheet: read?.sheet ?? null,
        }
        return reply.code(201).send({ result })
      } finally {
        end()
      }
    },
  )

  app.get(
    `${PATH}/:ticket`,
    {
      config: { access: 'public' },
      // Only what is sent is drawn.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'The file of codes, by an address made for it',
        security: [],
        params: z.object({ ticket: z.string().regex(TICKET) }),
      },
    },
    async (request, reply) => {
      const { ticket } = request.params
      const found = await findTicket(db, ticket)
      if (!found) throw new AppError('LinkExpired')
      await limited('code-file', ticketHash(ticket), FETCHES)
      await requireTiedSession(request, found.request.session, ticket)
      const { userId, request: wanted } = found
      const { language, zip, sheet, isTrial } = wanted
      const lane = laneOfAccount(userId)
      const { end } = making.enter(lane)
      const codes = selectedCodes(db, userId, wanted.selection)
      const bytes = sheet
        ? sheetBytes(context, codes, sheet, translator)
        : zipOf(zipEntries({ ...context, language, translator }, codes, zip as NonNullable<typeof zip>))
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

/** Ends when nobody waits for the answer any longer. */
async function* unlessGone(
  codes: AsyncIterable<UserCodeRow>,
  isGone: () => boolean,
): AsyncGenerator<UserCodeRow> {
  for await (const code of codes) {
    if (isGone()) return
    yield code
  }
}
