import { z } from 'zod'

/** What the account holder is told about the plan; the oldest first. */
export const BILLING_NOTICES = [
  'ends-soon',
  'ended',
  'grace-half',
  'past-due',
  'returned-to-free',
  'credited',
  'part-received',
  'change-not-made',
  'late-done',
] as const
export const BillingNotice = z.object({
  id: z.string(),
  kind: z.enum(BILLING_NOTICES),
  /** Numbers and dates of its text. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  createdAt: z.iso.datetime(),
})
export type BillingNotice = z.infer<typeof BillingNotice>
