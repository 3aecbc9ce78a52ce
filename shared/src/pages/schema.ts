import * as z from 'zod'
import { NewCodeOptions, UserCode } from '../user-codes/schema'
import { MAX_MENU_ITEMS } from './limits'
import type { Page, PageInput } from './page'

/** Days for which a page can go back to what it showed before. */
export const PAGE_VERSION_DAYS = 30

/** Read by `readPage`, which names the problems by their place in the page alone. */
const SentPage = z.unknown().transform((page) => page as object)

/** A new dynamic code that leads to a page of its own. The page is a draft, and the code's name is that of the page. */
export const CreatePage = z.object({
  page: SentPage,
  ...NewCodeOptions.shape,
})
export type CreatePage = Omit<z.input<typeof CreatePage>, 'page'> & { page: PageInput }

/** A page as it is stored, which its own schema would read a second time. */
const StoredPage = z.looseObject({}) as unknown as z.ZodType<Page>

const Revision = z.number().int().min(0, { error: 'too-small' }).max(2_147_483_647, { error: 'too-large' })

/** The draft of a page: `revision` is that which was read before, 0 for a code that has no page yet. */
export const SavePage = z.object({ revision: Revision, page: SentPage })
export type SavePage = { revision: number; page: PageInput }

/** Publishes the draft of this revision. */
export const PublishPage = z.object({ revision: Revision })

/** What the kitchen changes: it is live immediately. */
export const ChangeMenuItems = z.object({
  items: z
    .array(
      z.strictObject({
        id: z.string().max(12, { error: 'too-long' }),
        /** As a `MenuPrice`; null where it is asked for. */
        price: z.string().max(20, { error: 'invalid-amount' }).nullable().optional(),
        isSoldOut: z.boolean().optional(),
      }),
    )
    .min(1, { error: 'required' })
    .max(MAX_MENU_ITEMS, { error: 'too-many' }),
})
export type ChangeMenuItems = z.input<typeof ChangeMenuItems>

/** A page that was public and can be again. */
export const PageVersion = z
  .object({
    id: z.string(),
    publishedAt: z.iso.datetime(),
    /** When another was published in its place; null while it is public. */
    replacedAt: z.iso.datetime().nullable(),
    page: StoredPage,
  })
  .meta({ id: 'PageVersion' })
export type PageVersion = z.infer<typeof PageVersion>

export const REVIEW_DECISIONS = ['approved', 'refused', 'withdrawn'] as const

/** A publication that an operator sees before visitors do. */
export const PageReview = z
  .object({
    /** Null while it waits. */
    decision: z.enum(REVIEW_DECISIONS).nullable(),
    /** Banks that it names, and words by which its links ask for secrets. */
    names: z.array(z.string()),
    requestedAt: z.iso.datetime(),
  })
  .meta({ id: 'PageReview' })
export type PageReview = z.infer<typeof PageReview>

/** A publication that waits, for operators. */
export const WaitingPage = z.object({
  id: z.string(),
  codeId: z.string(),
  link: z.string(),
  /** Of the code, and of the page as visitors would see it, for a frame of the application. */
  name: z.string(),
  previewUrl: z.string(),
  owner: z.object({ id: z.string(), email: z.string() }),
  names: z.array(z.string()),
  /** All that visitors would read. */
  texts: z.array(z.string()),
  addresses: z.array(z.string()),
  requestedAt: z.iso.datetime(),
})
export type WaitingPage = z.infer<typeof WaitingPage>

/** The page of a code as its owner sees it. */
export const PageOfCode = z
  .object({
    /** Also of its code. */
    id: z.string(),
    code: UserCode.pick({ name: true, dynamicId: true, codeRedirect: true, enabled: true }),
    /** `{PAGE_HOST}/{id}`, where its code leads. */
    pageUrl: z.string(),
    /** Address of the draft preview; anyone who has it sees the draft. */
    draftUrl: z.string(),
    /** False when its code now leads elsewhere. */
    isTarget: z.boolean(),
    revision: z.number().int(),
    draft: StoredPage,
    /** What visitors see; null before the first publication. */
    published: StoredPage.nullable(),
    publishedAt: z.iso.datetime().nullable(),
    /** The last publication that was held; null when none was, or it is what visitors see. */
    review: PageReview.nullable(),
    /** Whether the draft differs from what is published. */
    hasChanges: z.boolean(),
    /** PDF codes of the draft that visitors are not shown: deleted, paused, taken down or another owner's by now. */
    hiddenPdfs: z.array(z.string()),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'PageOfCode' })
export type PageOfCode = z.infer<typeof PageOfCode>
