import {
  isTrialLink,
  MAX_FILE_CODES,
  MAX_FILES_AN_HOUR,
  NewCodeFile,
  OneCodeFile,
  type Selection,
  trialReason,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../platform/app-error'
import { FairQueue } from '../../platform/fair-queue/fair-queue'
import { laneOfAccount } from '../../platform/fair-queue/lane'
import { acting } from '../../platform/http/acting'
import { requestLanguage } from '../../platform/http/error-handler'
import { createRateLimits, type Window } from '../../platform/http/rate-limit'
import { tieSession } from '../../platform/http/tied-session'
import { codeRedirectOf, type UserCodeRow, walkSelection } from '../user-codes'
import { type CodeFileOptions, fetchRoutes } from './fetch-routes'
import { createTicket, type FileRequest } from './repository'
import { selectedCodes } from './selected-codes'
import { readability, refuseUnprintable } from './sheet-pages'

const PATH = '/gateway/api/qrcode/code-files'
const tags = ['code-files']
const HOUR_MS = 60 * 60_000
const FILES: Window = { limit: MAX_FILES_AN_HOUR, windowMs: HOUR_MS }
/** Files and checks of sheets that are made at once, in a process and for an account: each keeps four drawings waiting. */
const AT_ONCE = { name: 'code-files', running: 16, runningOfLane: 2, waiting: 0, waitingOfLane: 0 }

/** Pictures and sheets of many codes, as files that are made while they are fetched. */
export const codeFiles: FastifyPluginAsyncZod<CodeFileOptions> = async (app, options) => {
  const { database, clock, generator, appUrl, codeHost } = options
  const { db } = database
  const limits = createRateLimits(database, clock)
  const making = new FairQueue(AT_ONCE)
  const context = { generator, codeHost }
  const host = { codeHost, trial: trialReason(codeHost) }

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
      await limits.enforce('code-files', userId, FILES)
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
  await app.register(fetchRoutes, { ...options, making, path: PATH })
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
