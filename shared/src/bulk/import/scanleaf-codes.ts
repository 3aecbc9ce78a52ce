import * as z from 'zod'
import { StoredLogo } from '../../generator/logo'
import { QrSettings } from '../../generator/settings'
import { ImportedFrom } from '../../user-codes/imported-from'
import { ContentType, GoogleAnalyticsId } from '../../user-codes/schema'

/** Says what a JSON file is, before anything else of it is read. */
export const SCANLEAF_CODES = 'scanleaf-codes'
export const SCANLEAF_CODES_VERSION = 1

/** Who changed what of a code, and when; `from` and `to` are JSON texts. */
export const ScanleafChange = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  field: z.string(),
  from: z.string(),
  to: z.string(),
})

/**
 * A code of an export. Wi-Fi passwords are in it: the file is its owner's. What is marked as told is for people and other
 * programs; an import does not read it.
 */
export const ScanleafCode = z.object({
  /** Told. */
  id: z.string(),
  contentType: ContentType,
  /** The fields of the type (spec §3); of a dynamic code `content` with its target. */
  content: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** Null for a static code. */
  dynamicId: z.string().nullable(),
  /** The short link as it is drawn; null for a static code. */
  link: z.string().nullable(),
  /** Old addresses that lead to it, `host/path` exactly as printed. */
  paths: z.array(z.string()),
  name: z.string(),
  tags: z.array(z.string()),
  enabled: z.boolean(),
  googleAnalyticsId: GoogleAnalyticsId,
  qrCustomSettings: QrSettings,
  logo: StoredLogo.nullable(),
  /** Zone and rules as GET /user-codes/{id}/rules answers them; those that cannot be read are left out by an import. */
  rules: z.unknown().optional(),
  imported: ImportedFrom.nullable(),
  /** An import tells them as clicks before the import, where `imported` is null. */
  scans: z.number().int(),
  createdAt: z.iso.datetime(),
  /** Told. */
  updatedAt: z.iso.datetime(),
  /** Told. */
  changes: z.array(ScanleafChange),
})
export type ScanleafCode = z.infer<typeof ScanleafCode>

/**
 * The file `codes.json`, the oldest code first. Of an account with more than an import takes, the further codes are in
 * `codes-2.json` and so on, each a whole file of this shape.
 */
export const ScanleafCodes = z.object({
  format: z.literal(SCANLEAF_CODES),
  version: z.literal(SCANLEAF_CODES_VERSION),
  exportedAt: z.iso.datetime(),
  codes: z.array(ScanleafCode),
})
export type ScanleafCodes = z.infer<typeof ScanleafCodes>
