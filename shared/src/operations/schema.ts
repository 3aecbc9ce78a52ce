import * as z from 'zod'
import { Transfer } from '../billing/operator'
import { Subscription } from '../billing/schema'
import { MAX_PENDING_COUNTED } from './pending'

const Count = z.number().int().min(0).max(MAX_PENDING_COUNTED)

/** GET admin/operations/pending: what waits for an operator; null is what the caller may not see, or is not here. */
export const PendingWork = z.object({
  /** Bank transfers that are waited for. */
  transfers: Count.nullable(),
  /** Money received without a matching payment. */
  receipts: Count.nullable(),
  /** Of the last ledger check. */
  findings: Count.nullable(),
  /** Codes with open reports. */
  reports: Count.nullable(),
  /** Accounts that wait for approval. */
  accounts: Count.nullable(),
})
export type PendingWork = z.infer<typeof PendingWork>

/** GET admin/operations/users/{id}: what a person has here, beside their account. */
export const PersonOverview = z.object({
  /** Null without the permission to read `billing`, and where nothing is sold. */
  billing: z
    .object({
      subscription: Subscription,
      balance: z.number().int(),
      /** The newest payments from outside. */
      payments: z.array(Transfer),
    })
    .nullable(),
  codes: z.object({
    dynamicCodes: z.number().int(),
    staticCodes: z.number().int(),
    /** Of the dynamic ones, those that open a PDF. */
    pdfCodes: z.number().int(),
  }),
})
export type PersonOverview = z.infer<typeof PersonOverview>
