import * as z from 'zod'
import { Text } from '../wire'
import { ASSISTANT_SCOPES } from '../workspaces/capabilities'

const Parameter = Text.min(1, { error: 'required' }).max(2_000, { error: 'too-long' })
const Scope = z.enum(ASSISTANT_SCOPES, { error: 'invalid-choice' })

/** The query with which a program sends a person to `/oauth/authorize` (RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2). */
export const AuthorizeRequest = z.object({
  response_type: z.literal('code', { error: 'invalid-choice' }),
  client_id: Parameter,
  redirect_uri: Parameter,
  /** `plain` would prove nothing to whoever reads the address. */
  code_challenge_method: z.literal('S256', { error: 'invalid-choice' }),
  code_challenge: z.string({ error: 'required' }).regex(/^[A-Za-z0-9_-]{43}$/, { error: 'invalid-value' }),
  resource: Parameter,
  scope: Text.max(1_000, { error: 'too-long' }).optional(),
  state: Text.max(2_000, { error: 'too-long' }).optional(),
})
export type AuthorizeRequest = z.output<typeof AuthorizeRequest>

/** POST oauth/requests/allow. */
export const AllowAuthorization = AuthorizeRequest.extend({
  allowed: z.array(Scope).min(1, { error: 'required' }).max(ASSISTANT_SCOPES.length, { error: 'too-many' }),
})

/** What the person sees before they allow it. */
export const ShownAuthorization = z.object({
  /** As the program calls itself. */
  name: z.string(),
  /** Of the document that describes it; of one that registered itself, where it returns to. */
  host: z.string(),
  redirectHost: z.string(),
  scopes: z.array(Scope),
  /** Where to go when the person refuses. */
  denied: z.string(),
})
export type ShownAuthorization = z.infer<typeof ShownAuthorization>
