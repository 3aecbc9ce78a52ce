import * as z from 'zod'
import { ScanDays } from '../scans/schema'
import { RequiredLine } from '../wire'
import { API_SCOPES } from '../workspaces/capabilities'

/** API keys of one workspace. */
export const MAX_API_KEYS = 50
/** Days for which a key can be made; null is without an end. */
export const API_KEY_DAYS = [30, 90, 365, null] as const
/** What a feed link reads: the newest codes with their scans, or the scans of all codes by day. */
export const FEEDS = ['codes', 'scans'] as const
export type Feed = (typeof FEEDS)[number]
/** Rows of a feed, and its bytes: a longer one ends with the last row before. */
export const MAX_FEED_ROWS = 10_000
export const MAX_FEED_BYTES = 8 * 1024 * 1024
/** Days that a feed of scans goes back. */
export const FEED_DAYS = 366
/** Within how many days of its end a key is shown as one that ends soon, and its workspace gets an email. */
export const API_KEY_ENDS_SOON_DAYS = 14

const Expiry = z.literal(API_KEY_DAYS, { error: 'invalid-choice' })
const KeyName = RequiredLine.max(60, { error: 'too-long' })
const Scope = z.enum(API_SCOPES, { error: 'invalid-choice' })
const Scopes = z
  .array(Scope)
  .min(1, { error: 'required' })
  .max(API_SCOPES.length, { error: 'too-many' })
  .transform((scopes) => API_SCOPES.filter((scope) => scopes.includes(scope)))

/** POST api-keys. */
export const CreateApiKey = z.object({ name: KeyName, scopes: Scopes, expiresInDays: Expiry })

/** PATCH api-keys/{id}: scopes can only be taken away; a feed link has its own. */
export const UpdateApiKey = z.object({ name: KeyName, scopes: Scopes }).partial()
export type UpdateApiKey = z.output<typeof UpdateApiKey>

/** POST api-keys/feeds. */
export const CreateFeed = z.object({
  name: KeyName,
  feed: z.enum(FEEDS, { error: 'invalid-choice' }),
  expiresInDays: Expiry,
})

/** Query of a feed: in which zone its days and times are. */
export const FeedQuery = ScanDays.pick({ zone: true })

/** A key as its workspace sees it; the key itself is shown once, when it is made. */
export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its first characters, by which somebody who has it finds it here; empty for a connected program. */
  start: z.string(),
  /** Host of a program that somebody connected by consent; empty for a key. */
  clientHost: z.string(),
  scopes: z.array(Scope),
  /** What a feed link reads; null for what is none. */
  feed: z.enum(FEEDS).nullable(),
  /** Address of who made it. */
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** ISO 3166-1 alpha-2 of the last call; empty where it is not known. */
  lastUsedCountry: z.string(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const CreatedApiKey = ApiKey.extend({ secret: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

/** A feed link as it is shown once, `url` with its secret. */
export const CreatedFeed = ApiKey.extend({ url: z.url() })
export type CreatedFeed = z.infer<typeof CreatedFeed>
