import * as z from 'zod'
import { SCAN_UNITS } from './range'
import { isZone } from './zone'

const Day = z.iso
  .date({ error: 'invalid-value' })
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', {
    error: 'invalid-value',
  })

const Zone = z.string().refine(isZone, { error: 'invalid-value' }).default('Asia/Ho_Chi_Minh')

/** Days of the zone, both included; the last 30 by default. */
export const ScanDays = z.object({ from: Day.optional(), to: Day.optional(), zone: Zone })
export type ScanDays = z.infer<typeof ScanDays>

/**
 * How a CSV is written: `spreadsheet` with times of the zone and the separator that Excel expects in the language of the
 * request, `rfc4180` for programs, with instants in UTC (ISO 8601) and commas.
 */
export const CSV_DIALECTS = ['spreadsheet', 'rfc4180'] as const
export type CsvDialect = (typeof CSV_DIALECTS)[number]
export const ScansCsvQuery = ScanDays.extend({ dialect: z.enum(CSV_DIALECTS).default('spreadsheet') })

export const ScansQuery = ScanDays.extend({ unit: z.enum(SCAN_UNITS).optional() })
export type ScansQuery = z.input<typeof ScansQuery>

export const SPARKLINE_DAYS = 14

/** The ids of one page of a list, at most 100. */
export const SparklinesQuery = z.object({
  ids: z
    .string()
    .transform((ids) => [...new Set(ids.split(','))])
    .pipe(z.array(z.uuid({ error: 'invalid-value' })).max(100, { error: 'too-many' })),
  zone: Zone,
})

/** Scans by people of each of the last 14 days, oldest first, by the id of the code. */
export const Sparklines = z.record(z.string(), z.array(z.number().int()).length(SPARKLINE_DAYS))
export type Sparklines = z.infer<typeof Sparklines>

const Sums = {
  /** Scans by people, repeats included. */
  scans: z.number().int(),
  /** First scans of a visitor and code on a UTC day. */
  uniques: z.number().int(),
}

const ScanPoint = z.object({ at: z.iso.datetime(), ...Sums })
export type ScanPoint = z.infer<typeof ScanPoint>

export const SCAN_DIMENSIONS = ['country', 'device', 'system', 'browser', 'referrer', 'language'] as const
export type ScanDimension = (typeof SCAN_DIMENSIONS)[number]

/** Empty `value`: unknown (a referrer: none); `*`: all that are not named. */
const ScanShare = z.object({ value: z.string(), ...Sums })
export type ScanShare = z.infer<typeof ScanShare>

const Shares = z.array(ScanShare)

/** Scans in the log that are not counted, and why. */
export const UNCOUNTED_KINDS = ['bot', 'preview', 'prefetch', 'head'] as const
export type UncountedKind = (typeof UNCOUNTED_KINDS)[number]

const Period = { from: z.iso.date(), to: z.iso.date(), ...Sums, points: z.array(ScanPoint) }

export const Scans = z
  .object({
    ...Period,
    unit: z.enum(SCAN_UNITS),
    zone: z.string(),
    /** The total of all time, as lists show it. */
    total: z.number().int(),
    /** Among `scans`: within five seconds of another by the same device. */
    repeats: z.number().int(),
    notCounted: z.record(z.enum(UNCOUNTED_KINDS), z.number().int()),
    before: z.object({
      ...Period,
      /**
       * While the range still runs: of the days before up to the same time of the day `to`, by whole quarters of an hour,
       * so that a day that has just begun is not compared with a whole one. Null when it is over.
       */
      soFar: z.object({ to: z.iso.date(), ...Sums }).nullable(),
    }),
    breakdowns: z.record(z.enum(SCAN_DIMENSIONS), Shares),
    /**
     * Of one code, where rules have led visitors: by number of the outcome, most scans first; 0 is the own target. GET
     * /user-codes/{id}/rules has their addresses.
     */
    outcomes: z.array(z.object({ n: z.number().int(), ...Sums })).optional(),
    /** Present for all codes together only: the codes that were scanned most, by their id. `name` is the dynamic id without one. */
    codes: z.array(ScanShare.extend({ name: z.string(), isDeleted: z.boolean() })).optional(),
  })
  .meta({ id: 'Scans' })
export type Scans = z.infer<typeof Scans>

/** One request to a code, as the log keeps it. */
export const LoggedScan = z
  .object({
    /** Unique in its list. */
    id: z.string(),
    at: z.iso.datetime(),
    kind: z.enum(['person', ...UNCOUNTED_KINDS]),
    isUnique: z.boolean(),
    isRepeat: z.boolean(),
    /** Number of the outcome of the code's rules; 0 is its own target. */
    outcome: z.number().int(),
    country: z.string(),
    device: z.string(),
    system: z.string(),
    browser: z.string(),
    referrer: z.string(),
    language: z.string(),
    userAgent: z.string(),
  })
  .meta({ id: 'LoggedScan' })
export type LoggedScan = z.infer<typeof LoggedScan>

/** Newest first. `uncounted` leaves people out. */
export const RecentScansQuery = z.object({
  uncounted: z.stringbool().default(false),
  limit: z.coerce.number().int().min(1).max(50).default(10),
})

/** Data of each server-sent event of a live counter. */
export const LiveScans = z.object({ total: z.number().int() })
export type LiveScans = z.infer<typeof LiveScans>
