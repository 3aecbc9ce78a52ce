import { isBlank } from '@scanleaf/qr'
import * as z from 'zod'
import { Takedown } from '../code-reports/schema'
import { LogoInput, StoredLogo } from '../generator/logo'
import { QrSettings, QrSettingsInput } from '../generator/settings'
import { parseJson } from '../json'
import { emptyToNull, Line, PageMeta, Paging, Text } from '../wire'
import { STORED_TYPES } from './content-types'
import { ImportedFrom } from './imported-from'
import { LinkRulesInput } from './rules/schema'

export const ProductId = z.enum(['dynamic-code', 'static-code'])
export type ProductId = z.infer<typeof ProductId>

/** Names of the specification without regard to case; `PDF` is Website-pdf. */
function storedTypeName(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const name = value.toLowerCase()
  if (name === 'pdf') return 'Website-pdf'
  return STORED_TYPES.find((type) => type.toLowerCase() === name) ?? value
}

export const ContentType = z.enum(STORED_TYPES)
export type ContentType = z.infer<typeof ContentType>

/** Longest name and longest tag, in UTF-16 units. */
export const MAX_NAME_LENGTH = 200
export const MAX_TAG_LENGTH = 40
export const MAX_TAGS = 20

export const USER_CODE_SORTS = [
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  'scanCounter',
  '-scanCounter',
  '-lastScan',
] as const
export type UserCodeSort = (typeof USER_CODE_SORTS)[number]

/**
 * The list. `q` looks in name, content, target and dynamic id, every word anywhere, without accents or case. A
 * `cursor` (of the page before, with the same filters and sort) goes before `page`.
 */
export const ListUserCodes = Paging.extend({
  productId: ProductId,
  q: emptyToNull(Line.max(200, { error: 'too-long' })),
  contentType: emptyToNull(z.preprocess(storedTypeName, ContentType)),
  tag: emptyToNull(Line.max(MAX_TAG_LENGTH, { error: 'too-long' })),
  /** Paused codes alone, or all others. */
  state: emptyToNull(z.enum(['active', 'paused'])),
  /** The codes of one batch alone. */
  batch: emptyToNull(z.uuid()),
  sort: emptyToNull(z.enum(USER_CODE_SORTS)),
  cursor: emptyToNull(Text.max(600, { error: 'invalid-value' })),
})
export type ListUserCodes = z.infer<typeof ListUserCodes>

/** Empty removes the identifier (threats §2.2). */
export const GoogleAnalyticsId = Line.regex(/^(G-[A-Z0-9]{4,16}|UA-\d{4,10}-\d{1,4})?$/, {
  error: 'invalid-analytics-id',
})

/** `#RRGGBB`. */
export const Colour = Text.regex(/^#[0-9A-Fa-f]{6}$/, { error: 'invalid-value' })

/** A flag of JSON, or its text in a form. */
export const Flag = z.union([z.boolean(), z.stringbool()])

/** A list of JSON, or in a form its JSON text or names between commas. */
function tagList(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (!value.trimStart().startsWith('[')) return value.split(',')
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

/** Without those that show nothing and without the same twice, whatever the case. */
function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map(tags.filter((tag) => !isBlank(tag)).map((tag) => [tag.toLowerCase(), tag]))
  return [...byKey.values()]
}

export const Tags = z.preprocess(
  tagList,
  z
    .array(Line.max(MAX_TAG_LENGTH, { error: 'too-long' }).regex(/^[^,]*$/))
    .transform(distinctTags)
    .pipe(z.array(z.string()).max(MAX_TAGS, { error: 'too-many' })),
)

/** In a form, an object is JSON text. */
function parsedText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value === '') return null
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

/** Null for no logo. */
const OwnLogo = z.preprocess(parsedText, LogoInput.nullable())

const CodeContent = Text.min(1, { error: 'required' }).max(65_536, { error: 'too-long' })
const Name = Line.max(MAX_NAME_LENGTH, { error: 'too-long' })
/** A name without visible characters counts as missing. */
export const NameInput = Name.overwrite((name) => (isBlank(name) ? '' : name))
export const NewCodeType = z.preprocess(storedTypeName, ContentType)
export const DynamicIdInput = Line.max(64, { error: 'invalid-dynamic-id' })

/**
 * The save payload of spec §3, as JSON or as a form with the file `qrImage`. `codeContent` is JSON text by content
 * type; a dynamic code has its target in `content`. Unknown fields are dropped, the owner is the session's.
 */
export const CreateUserCode = z
  .object({
    contentType: NewCodeType,
    codeContent: CodeContent,
    isDynamicCode: Flag,
    dynamicId: DynamicIdInput.default(''),
    name: NameInput.default(''),
    tags: Tags.default([]),
    qrCustomSettings: QrSettingsInput.optional(),
    logo: OwnLogo.optional(),
    /** Saves a design that the scan check does not pass. */
    scanAnyway: Flag.default(false),
  })
  .meta({ id: 'CreateUserCode' })
export type CreateUserCode = z.input<typeof CreateUserCode>

/** What a new dynamic code may have besides its content and name. */
export const NewCodeOptions = CreateUserCode.pick({
  dynamicId: true,
  tags: true,
  qrCustomSettings: true,
  logo: true,
  scanAnyway: true,
})

/** Several codes at once, all or none. The field errors of a row are named `{row}.{field}`, rows counted from 0. */
export const CreateUserCodes = z.object({
  codes: z.array(z.unknown()).min(1, { error: 'required' }).max(100, { error: 'too-many' }),
})

export const PatchUserCode = z
  .object({
    GoogleAnalyticsID: GoogleAnalyticsId,
    /** Moves the target of a dynamic code; a static one is printed as it is. */
    codeContent: CodeContent,
    name: NameInput,
    enabled: z.boolean(),
    tags: Tags,
    qrCustomSettings: QrSettingsInput,
    /** Null takes the logo away. */
    logo: OwnLogo,
    scanAnyway: Flag,
    /** Of a dynamic code: all of its rules at once. */
    rules: LinkRulesInput,
  })
  .partial()
export type PatchUserCode = z.input<typeof PatchUserCode>

/** POST /user-codes/logo/{id} (spec §7): an image by its address, or a text. */
export const SetLogo = z.preprocess(
  (body) => (typeof body === 'object' && body !== null ? { isImageLogo: !hasText(body), ...body } : body),
  LogoInput.and(z.object({ scanAnyway: Flag.default(false) })),
)

const hasText = (body: object): boolean => 'text' in body && body.text !== ''

/** What a bank's own code says, which is printed as it is: parts of its text, for those who do not read it themselves. */
export const PaymentCodeSummary = z.object({
  /** Of the payment scheme, such as `QRIS`; null for one that is not known. */
  scheme: z.string().nullable(),
  /** ISO 3166 */
  country: z.string(),
  name: z.string(),
  city: z.string(),
  /** ISO 4217, three digits */
  currency: z.string(),
  amount: z.string().nullable(),
  /** For a printed sign; false for one payment. */
  isMany: z.boolean(),
})

/** A code as it leaves the server. `codeContent` is JSON text as stored; one that cannot be read is shown as such. */
export const UserCode = z
  .object({
    _id: z.string(),
    id: z.string(),
    dynamicId: z.string().nullable(),
    userId: z.string(),
    productId: ProductId,
    contentType: z.string(),
    codeContent: z.string(),
    /** `{CODE_HOST}/{dynamicId}` of a dynamic code. */
    codeRedirect: z.string().nullable(),
    /** Further addresses of a dynamic code, at which it was printed elsewhere; they serve while the domain is the owner's. */
    paths: z.array(z.string()),
    /** Address of the PNG; it changes when the picture does. */
    qrImageUrl: z.string(),
    scanCounter: z.number().int(),
    enabled: z.boolean(),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    isDynamicCode: z.boolean(),
    GoogleAnalyticsID: z.string(),
    name: z.string(),
    tags: z.array(z.string()),
    qrCustomSettings: QrSettings,
    logo: StoredLogo.nullable(),
    /** Of a dynamic code; null where there never were any. GET /user-codes/{id}/rules has them. */
    rules: z.object({ count: z.number().int(), revision: z.number().int() }).nullable(),
    /** From before it was moved here; its clicks are not among `scanCounter`. Null for a code that was made here. */
    imported: ImportedFrom.nullable(),
    /** By an operator; null while the code is the owner's to steer. */
    takedown: Takedown.nullable(),
    /** Open reports of visitors, or a warning that is shown before the code; null for neither. */
    reported: z.object({ open: z.number().int(), isWarned: z.boolean() }).nullable(),
    /** Of a static code of type `PaymentCode` alone. */
    paymentCode: PaymentCodeSummary.optional(),
  })
  .meta({ id: 'UserCode' })
export type UserCode = z.infer<typeof UserCode>

/**
 * A page of codes. A search is counted up to a bound: then `isTotalExact` is false and there are more. `upTo` is the place
 * of the newest code of the list, whatever the filters: a selection of all that match ends there.
 */
export const UserCodePage = z.object({
  result: z.array(UserCode),
  meta: PageMeta.extend({
    nextCursor: z.string().nullable(),
    isTotalExact: z.boolean(),
    upTo: z.number().int(),
  }),
})
export type UserCodePage = z.infer<typeof UserCodePage>

/** GET /user-codes/tags: the tags of one list, with how many codes have each. */
export const UserCodeTags = z.array(z.object({ tag: z.string(), total: z.number().int() }))
export const ListTags = z.object({ productId: ProductId })

/** `'id1,id2'`, at most 100 ids. */
const IdList = Text.transform((ids) =>
  [...new Set(ids.split(',').map((id) => id.trim()))].filter((id) => id !== ''),
).pipe(z.array(z.string()).min(1, { error: 'required' }).max(100, { error: 'too-many' }))

/** DELETE many: `{deleted: 'id1,id2'}`. */
export const DeleteMany = z.object({ deleted: IdList })
export const Deleted = z.object({ deleted: z.array(z.string()) })

/** POST /user-codes/state: `{ids: 'id1,id2', enabled}` pauses or resumes dynamic codes. */
export const SetStates = z.object({ ids: IdList, enabled: z.boolean() })
export const StateChanged = z.object({ changed: z.array(z.string()) })

/** How long a deleted code is in the trash, from where it can be brought back. */
export const TRASH_DAYS = 30

/** GET /user-codes/trash. */
export const ListTrash = Paging

/** A code in the trash. Its printed link shows the page of a paused code. */
export const TrashedCode = UserCode.extend({
  deletedAt: z.iso.datetime(),
  /** When it will be deleted for good, or up to an hour later. */
  purgedOn: z.iso.datetime(),
  /** In the 90 days before now: then it is probably printed. */
  scannedRecently: z.boolean(),
})
export type TrashedCode = z.infer<typeof TrashedCode>

/**
 * `scanned`: how many codes of the whole trash were scanned in the last 90 days, and the names of the first few. `upTo`:
 * when the newest was moved there; null for none.
 */
export const TrashPage = z.object({
  result: z.array(TrashedCode),
  meta: PageMeta.extend({
    upTo: z.iso.datetime().nullable(),
    scanned: z.object({ count: z.number().int(), names: z.array(z.string()) }),
  }),
})
export type TrashPage = z.infer<typeof TrashPage>

/** DELETE /user-codes/trash: `{purged: 'id1,id2'}`. */
export const PurgeMany = z.object({ purged: IdList })
export const Purged = z.object({ purged: z.array(z.string()) })

/** POST /user-codes/trash/empty: what was moved there later stays. */
export const EmptyTrash = z.object({ upTo: z.iso.datetime({ error: 'invalid-value' }) })
export const TrashEmptied = z.object({ purged: z.number().int(), isEmpty: z.boolean() })

/** POST /user-codes/restore: `{restored: 'id1,id2'}`. */
export const RestoreMany = z.object({ restored: IdList })
export const Restored = z.object({ restored: z.array(z.string()) })

/** What of a code is logged when it changes; the names are those of {@link UserCode}, `target` apart. */
export const CHANGED_FIELDS = [
  'target',
  'enabled',
  'name',
  'GoogleAnalyticsID',
  'tags',
  'qrCustomSettings',
  'logo',
  'path',
  'rules',
] as const

/**
 * One change of a code; `from` and `to` are texts, JSON for other values. Of a further link that was added or removed, one
 * of the two is its address and the other one empty.
 */
export const UserCodeChange = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    /** E-mail of who changed it. */
    by: z.string(),
    field: z.enum(CHANGED_FIELDS),
    from: z.string(),
    to: z.string(),
  })
  .meta({ id: 'UserCodeChange' })
export type UserCodeChange = z.infer<typeof UserCodeChange>

/** POST and DELETE /user-codes/{id}/paths: an address on the owner's domain, as it was printed. */
export const CodePathAddress = z.object({
  address: Text.max(2000, { error: 'too-long' }).regex(/\S/, { error: 'required' }),
})

/** Most further addresses that one code gets by hand. */
export const MAX_CODE_PATHS = 20

export const ValidateUserCode = z.object({ isDynamicCode: Flag })

/** POST /dynamic-codes: reserves an id of the caller's own until it is used. */
export const ReservedId = z.object({ dynamicId: z.string(), codeRedirect: z.string() })
