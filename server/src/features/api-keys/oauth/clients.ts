import { ASSISTANT_SCOPES, type AuthorizeRequest, type FieldErrors } from '@scanleaf/shared'
import { jsonOrNull } from '@scanleaf/shared/json'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { type OutsideCalls, readOutside } from '../../../platform/outside-call'
import { type Authorization, ClientMetadata } from './authorization'
import { findClient } from './repository'

/** Documents of programs, and for how long one is believed. */
const REMEMBERED = { max: 1_000, ttl: 60 * 60_000 }
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
/** By which programs on a computer are opened (RFC 8252 §7.1). PKCE keeps a code from another that takes the same one. */
const OWN_SCHEMES = ['cursor:', 'claude:', 'vscode:', 'vscode-insiders:', 'windsurf:']

/** A document names itself, so that none is shown for another. */
const ClientDocument = ClientMetadata.extend({ client_id: z.string() })

type AssistantScope = (typeof ASSISTANT_SCOPES)[number]

export interface ClientContext {
  db: Db
  appUrl: string
  /** Null with OUTSIDE_CALLS=off. */
  calls: OutsideCalls | null
  documents: LRUCache<string, ClientMetadata>
}

export const rememberedDocuments = () => new LRUCache<string, ClientMetadata>(REMEMBERED)

/** The one resource that tokens are for (RFC 8707), compared as text. */
export const resourceOf = ({ appUrl }: Pick<ClientContext, 'appUrl'>): string => `${appUrl}/mcp`

const wrong = (fields: FieldErrors) => new AppError('ValidationError', fields)

/**
 * Who asks for what, by a request that a program sent a person with. Nothing of it redirects anywhere before its address
 * is one of the program's (RFC 9700 §4.11).
 * @throws AppError ValidationError naming the parameter, OutsideCallsOff
 */
export async function readAuthorization(
  context: ClientContext,
  request: AuthorizeRequest,
): Promise<Omit<Authorization, 'createdBy' | 'scopes'> & { scopes: AssistantScope[] }> {
  const { client_id: clientId, redirect_uri: redirectUri, resource, scope } = request
  const client = await findMetadata(context, clientId)
  if (!isAllowedRedirect(redirectUri) || !client.redirect_uris.some((known) => isSame(known, redirectUri)))
    throw wrong({ redirect_uri: 'invalid-value' })
  if (resource !== resourceOf(context)) throw wrong({ resource: 'invalid-value' })
  const asked = scope?.split(' ').filter(Boolean) ?? [...ASSISTANT_SCOPES]
  const scopes = ASSISTANT_SCOPES.filter((each) => asked.includes(each))
  if (scopes.length === 0) throw wrong({ scope: 'invalid-choice' })
  const host = new URL(isDocument(clientId) ? clientId : redirectUri).host
  return {
    ...{ clientId, host, redirectUri, scopes, challenge: request.code_challenge },
    name: client.client_name ?? host,
  }
}

/** By `http` only where an operator allows a host inside. */
const isDocument = (clientId: string) => /^https?:/.test(clientId)

async function findMetadata(context: ClientContext, clientId: string): Promise<ClientMetadata> {
  const client = isDocument(clientId)
    ? await readDocument(context, clientId)
    : await findClient(context.db, clientId)
  if (!client) throw wrong({ client_id: 'invalid-value' })
  return client
}

/** The document at the address that is the name of a program (OAuth Client ID Metadata Document). */
async function readDocument(
  { calls, documents }: ClientContext,
  clientId: string,
): Promise<ClientMetadata | null> {
  if (!calls) throw new AppError('OutsideCallsOff')
  const known = documents.get(clientId)
  if (known) return known
  // A name that is written otherwise than it is read, such as with `..`, could be taken for another.
  if (!URL.canParse(clientId) || new URL(clientId).href !== clientId || new URL(clientId).pathname === '/')
    return null
  const text = await readOutside(calls, clientId)
  const document = ClientDocument.safeParse(jsonOrNull(text ?? ''))
  if (!document.success || document.data.client_id !== clientId) return null
  const { client_id: _, ...metadata } = document.data
  documents.set(clientId, metadata)
  return metadata
}

/** An `https` address, `http` on the person's own computer, or a known program there; no fragment, no user. */
export function isAllowedRedirect(uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname, hash, username, password } = new URL(uri)
  if (hostname === '' || hash || username || password || uri.includes('#')) return false
  if (protocol === 'http:') return LOOPBACK.includes(hostname)
  return protocol === 'https:' || OWN_SCHEMES.includes(protocol)
}

/** Equal as text; on the own computer with any port, since a program gets one when it starts (RFC 8252 §7.3). */
function isSame(known: string, given: string): boolean {
  if (known === given) return true
  if (!isAllowedRedirect(known)) return false
  const [one, other] = [new URL(known), new URL(given)]
  if (one.protocol !== 'http:') return false
  one.port = other.port
  return one.href === other.href
}
