import { type ApiScope, RequiredLine, Text } from '@scanleaf/shared'
import * as z from 'zod'

/** The metadata of a program that requests access (RFC 7591 §2). */
export const ClientMetadata = z.object({
  client_name: RequiredLine.max(100).optional(),
  redirect_uris: z.array(Text.max(2_000)).min(1).max(20),
  // A program without a secret: none can be kept on somebody's computer, or in a public document.
  token_endpoint_auth_method: z.literal('none').default('none'),
})
export type ClientMetadata = z.output<typeof ClientMetadata>

/** What is allowed to whom. */
export interface Authorization {
  clientId: string
  /** As the program calls itself. */
  name: string
  /** Of its document, else of its redirect. */
  host: string
  redirectUri: string
  /** PKCE (RFC 7636), S256. */
  challenge: string
  scopes: ApiScope[]
  createdBy: string
}
