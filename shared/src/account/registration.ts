import * as z from 'zod'
import { emptyToNull, Line } from '../wire'
import { EmailAddress } from './schema'

/** How accounts are made: by anybody, after an operator has approved, with an invitation of an operator, or not at all. */
export const REGISTRATION_MODES = ['open', 'approval', 'invite', 'closed'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]

/** How an account stands that an operator has to approve; `approved` where nobody has to. */
export const APPROVALS = ['approved', 'waiting', 'refused'] as const
export type Approval = (typeof APPROVALS)[number]

/** POST identity/users/{id}/approval. */
export const DecideApproval = z
  .object({
    isApproved: z.boolean(),
    /** What the person reads of a refusal. */
    reason: Line.max(300, { error: 'too-long' }).default(''),
  })
  .refine(({ isApproved, reason }) => isApproved || reason !== '', { path: ['reason'], error: 'required' })
export type DecideApproval = z.input<typeof DecideApproval>

/** POST identity/invitations: to an address by mail, or as a link that the operator passes on. */
export const CreateInvitation = z.object({ email: emptyToNull(EmailAddress) })
export type CreateInvitation = z.output<typeof CreateInvitation>

/** An invitation that nobody has used yet. */
export const Invitation = z.object({
  id: z.string(),
  /** Where it was sent; empty for a link. */
  email: z.string(),
  /** Address of the operator. */
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type Invitation = z.infer<typeof Invitation>

/** `url` is shown this once; null for an invitation that goes by mail. */
export const CreatedInvitation = Invitation.extend({ url: z.string().nullable() })
export type CreatedInvitation = z.infer<typeof CreatedInvitation>

/** POST identity/invitations/check: whom an invitation that still holds was sent to; empty for a link. */
export const InvitationTarget = z.object({ email: z.string() })
