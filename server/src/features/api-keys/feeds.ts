import {
  type ApiScope,
  type CreatedFeed,
  CreatedFeed as CreatedFeedResult,
  CreateFeed,
  type Feed,
  resultOf,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { CountryOf } from '../../platform/country'
import type { Database } from '../../platform/db/database'
import { recordAct } from '../../platform/history'
import { actingMember, requireVerifiedEmail } from '../../platform/http/acting'
import { requireConfirmation } from '../../platform/http/session'
import { hashOf } from '../account'
import { isWellFormedKey, newApiKey } from './key-text'
import { addKey, countCall, presentKey } from './keys'
import { type ApiKeyRow, BY_FEED, replaceFeedSecret } from './repository'

const PREFIX = 'slf_'
/** Fetches of a link in an hour: a sheet reads once an hour, and several may show one link. */
const FETCHES_PER_HOUR = 60

/** What a person who makes the link must be allowed, and what the list says that it reads. */
const SCOPES: Readonly<Record<Feed, ApiScope[]>> = {
  codes: ['codes:read', 'scans:read'],
  scans: ['scans:read'],
}

interface FeedOptions {
  database: Database
  config: { appUrl: string }
}

const tags = ['api-keys']
const access = 'integrations:write'

/** Feed links: addresses with a secret, by which a spreadsheet reads one file without a header. */
export const feedCalls: FastifyPluginAsyncZod<FeedOptions> = async (app, { database, config }) => {
  const onRequest = [requireVerifiedEmail, async (request: FastifyRequest) => requireConfirmation(request)]
  const shown = (row: ApiKeyRow, feed: Feed, secret: string): CreatedFeed => ({
    ...presentKey(row),
    url: `${config.appUrl}/feeds/${secret}/${feed}.csv`,
  })

  app.post(
    '/',
    {
      config: { access },
      onRequest,
      schema: {
        tags,
        summary: 'Make a feed link; `url`, with its secret, is shown this once. Needs a fresh confirmation',
        body: CreateFeed,
        response: { 201: resultOf(CreatedFeedResult) },
      },
    },
    async (request, reply) => {
      const caller = actingMember(request)
      const { feed, ...wanted } = request.body
      const { key, start } = newApiKey(PREFIX)
      const of = { feed, scopes: SCOPES[feed] }
      const row = await addKey(database, caller, { ...wanted, ...of, start, hash: hashOf(key) })
      return reply.code(201).send({ result: shown(row, feed, key) })
    },
  )

  app.post(
    '/:id/replace',
    {
      config: { access },
      onRequest,
      schema: {
        tags,
        summary: 'Give a feed link another address; the old one ends at once. Needs a fresh confirmation',
        params: z.object({ id: z.uuid() }),
        response: { 200: resultOf(CreatedFeedResult) },
      },
    },
    async (request) => {
      const caller = actingMember(request)
      const { key, start } = newApiKey(PREFIX)
      const secret = { start, hash: hashOf(key) }
      const row = await database.transaction(async (tx) => {
        const replaced = await replaceFeedSecret(tx, {
          ...{ userId: caller.ownerId, id: request.params.id, ...secret },
        })
        if (replaced) await recordAct(tx, caller, { action: 'key-replaced', subject: replaced.name })
        return replaced
      })
      if (!row?.feed) throw new AppError('NotFound')
      return { result: shown(row, row.feed, key) }
    },
  )
}

/**
 * The workspace that a feed link reads, counting the fetch.
 * @throws AppError NotFound for every link that is unknown or ended, or reads something else; TooManyRequests
 */
export async function openFeed(
  { db }: Database,
  { secret, feed, ip, countryOf }: { secret: string; feed: Feed; ip: string; countryOf: CountryOf },
): Promise<{ ownerId: string }> {
  if (!isWellFormedKey(secret, PREFIX)) throw new AppError('NotFound')
  const use = { hash: hashOf(secret), country: countryOf(ip) ?? '', calls: 1, limit: FETCHES_PER_HOUR }
  const found = await countCall(db, BY_FEED[feed], use)
  if (!found) throw new AppError('NotFound')
  if (found.isRefused) throw new AppError('TooManyRequests', undefined, found.used.resetSeconds)
  return found.used
}
