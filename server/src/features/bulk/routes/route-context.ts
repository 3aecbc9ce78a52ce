import type { OneBulkRun } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Db } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import { acting } from '../../../platform/http/acting'
import { requestLanguage } from '../../../platform/http/error-handler'
import { createRateLimits, type Window } from '../../../platform/http/rate-limit'
import type { Translator } from '../../../platform/i18n'
import type { CheckContext } from '../import/check'
import type { ImportContext } from '../import/dry-run'
import { BulkPresenter } from '../present'
import type { Run } from '../repository'

export type BulkOptions = Omit<ImportContext, 'reader'> &
  CheckContext & { translator: Translator; files: FileStore }
export type RouteOptions = ImportContext & BulkOptions
/** Of a call that answers with one run. */
export type RunAnswer = z.output<typeof OneBulkRun>

export const ById = z.object({ id: z.uuid() })
export const tags = ['bulk-runs']
export const PATH = '/bulk-runs'

export const presenterOf = (options: RouteOptions, request: FastifyRequest) =>
  new BulkPresenter(options, options.translator, requestLanguage(request))

export const presentOne = async (
  options: RouteOptions,
  request: FastifyRequest,
  db: Db,
  run: Run,
): Promise<RunAnswer> => ({
  result: await presenterOf(options, request).run(db, run),
})

/** @throws AppError TooManyRequests */
export const limiterOf = ({ database, clock }: RouteOptions) => {
  const limits = createRateLimits(database, clock)
  return async (name: string, request: FastifyRequest, limit: Window): Promise<void> => {
    await limits.enforce(name, acting(request).ownerId, limit)
  }
}
