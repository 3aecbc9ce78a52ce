import * as z from 'zod'

/** Notifications of the account holder about the plan; the oldest first. */
export const BILLING_NOTIFICATIONS = [
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
export const BillingNotification = z.object({
  id: z.string(),
  kind: z.enum(BILLING_NOTIFICATIONS),
  /** Numbers and dates of its text. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  createdAt: z.iso.datetime(),
})
export type BillingNotification = z.infer<typeof BillingNotification>
