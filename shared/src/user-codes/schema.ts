import { z } from 'zod'
import { Paging, Text } from '../wire'

export const ProductId = z.enum(['dynamic-code', 'static-code'])
export type ProductId = z.infer<typeof ProductId>

/** Content types that can be saved; the names are the specification's (§3). */
export const ContentType = z.enum(['Website'])
export type ContentType = z.infer<typeof ContentType>

export const ListUserCodes = Paging.extend({ productId: ProductId })
export type ListUserCodes = z.infer<typeof ListUserCodes>

/** Empty removes the identifier (threat model: analytics id). */
export const GoogleAnalyticsId = Text.trim().regex(/^(G-[A-Z0-9]{4,16}|UA-\d{4,10}-\d{1,4})?$/, {
  error: 'invalid-analytics-id',
})

/** `#RRGGBB`. */
export const Colour = Text.regex(/^#[0-9A-Fa-f]{6}$/, { error: 'invalid-value' })

/** The save payload of spec §3; `codeContent` is JSON text. Unknown fields are dropped, the owner is the session's. */
export const CreateUserCode = z.object({
  contentType: ContentType,
  codeContent: Text.min(1, { error: 'required' }).max(65_536, { error: 'too-long' }),
  isDynamicCode: z.union([z.boolean(), z.stringbool()]),
  dynamicId: Text.trim().max(64, { error: 'invalid-dynamic-id' }).default(''),
  name: Text.trim().max(200, { error: 'too-long' }).default(''),
})
export type CreateUserCode = z.input<typeof CreateUserCode>

export const PatchUserCode = z
  .object({
    GoogleAnalyticsID: GoogleAnalyticsId,
    codeContent: Text.min(1, { error: 'required' }).max(65_536, { error: 'too-long' }),
    name: Text.trim().max(200, { error: 'too-long' }),
    enabled: z.boolean(),
  })
  .partial()
export type PatchUserCode = z.infer<typeof PatchUserCode>

/** A code as it leaves the server. `codeContent` is JSON text as stored; an unreadable one is shown as such. */
export const UserCode = z.object({
  _id: z.string(),
  id: z.string(),
  dynamicId: z.string().nullable(),
  userId: z.string(),
  productId: ProductId,
  contentType: z.string(),
  codeContent: z.string(),
  /** `{CODE_HOST}/{dynamicId}` of a dynamic code. */
  codeRedirect: z.string().nullable(),
  /** Address of the PNG. */
  qrImageUrl: z.string(),
  scanCounter: z.number().int(),
  enabled: z.boolean(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  isDynamicCode: z.boolean(),
  GoogleAnalyticsID: z.string(),
  name: z.string(),
})
export type UserCode = z.infer<typeof UserCode>

/** DELETE many: `{deleted: 'id1,id2'}`, at most 100 ids. */
export const DeleteMany = z.object({
  deleted: Text.transform((ids) =>
    [...new Set(ids.split(',').map((id) => id.trim()))].filter((id) => id !== ''),
  ).pipe(z.array(z.string()).min(1, { error: 'required' }).max(100, { error: 'too-long' })),
})

export const Deleted = z.object({ deleted: z.array(z.string()) })

export const ValidateUserCode = z.object({ isDynamicCode: z.boolean() })

/** POST /dynamic-codes: an id of the caller's own, kept until it is used. */
export const ReservedId = z.object({ dynamicId: z.string(), codeRedirect: z.string() })
