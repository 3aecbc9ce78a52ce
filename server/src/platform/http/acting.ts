import {
  type ApiScope,
  type Capability,
  hasCapability,
  scopesHave,
  WORKSPACE_HEADER,
  type WorkspaceRole,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error'
import type { Db } from '../db/database'
import { currentUser, requireConfirmation } from './session'

/** Whose things are made or changed, and by whom. */
export interface Author {
  /** The workspace, of which everything is that has an owner. The home of a person has the id of the person. */
  ownerId: string
  /** Address of the person, or the name of the key with “API”. */
  by: string
  /** They must verify their address before they create codes. */
  mustVerifyEmail: boolean
  /** Of a key `key:` and its id. Absent for a chunk of a bulk run: the history has the run, not each of its codes. */
  personId?: string
}

/** In which workspace a call acts, and who makes it. */
export interface Acting extends Author {
  /** Of a key `key:` and its id. */
  personId: string
  /** Null for a key, which has scopes. */
  role: WorkspaceRole | null
  /** Empty for a person. */
  scopes: readonly ApiScope[]
}

/** A person, and no key. */
export interface ActingMember extends Acting {
  role: WorkspaceRole
}

/** Whether somebody may do something in the workspace of the call, by their role or the scopes of the key. */
export const may = ({ role, scopes }: Pick<Acting, 'role' | 'scopes'>, capability: Capability): boolean =>
  role === null ? scopesHave(scopes, capability) : hasCapability(role, capability)

/** The role of a person in a workspace that is not their home; null for one of which they are no member. */
export type FindRole = (workspaceId: string, personId: string) => Promise<WorkspaceRole | null>

declare module 'fastify' {
  interface FastifyInstance {
    findRole: FindRole
    /** Whether others work in the home of a person; nobody joins it until the transaction ends. */
    lockShared: (tx: Db, personId: string) => Promise<boolean>
  }
  interface FastifyRequest {
    acting: Acting | null
  }
}

/** Ids of accounts are those of our own or of another service. */
const WORKSPACE_ID = /^[\x21-\x7e]{1,64}$/

/** The workspace that a call names: the parameter of its address, else the header; undefined for none. */
function namedWorkspace({ params, headers }: FastifyRequest): string | undefined {
  const named = (params as { workspaceId?: string }).workspaceId ?? headers[WORKSPACE_HEADER]
  return named === undefined ? undefined : String(named)
}

/**
 * Finds in which workspace a call behind `requireUser` acts. Nothing is remembered of a membership: who was removed is
 * out with the next call, in every process.
 * @throws AppError WorkspaceNotFound for one of which the person is not a member, whether it is there or not
 */
export async function actIn(request: FastifyRequest): Promise<void> {
  const { id, email, mustVerifyEmail } = currentUser(request)
  const person = { by: email, mustVerifyEmail, personId: id, scopes: [] }
  const named = namedWorkspace(request)
  if (named === undefined || named === id) {
    request.acting = { ...person, ownerId: id, role: 'owner' }
    return
  }
  const role = WORKSPACE_ID.test(named) ? await request.server.findRole(named, id) : null
  if (role === null) throw new AppError('WorkspaceNotFound')
  request.acting = { ...person, ownerId: named, role }
}

/** Of a route that needs a capability. */
export function acting(request: FastifyRequest): Acting {
  if (!request.acting) throw new Error('the route acts in no workspace')
  return request.acting
}

/** Of a route whose capability is not a scope, so that no key comes here. */
export function actingMember(request: FastifyRequest): ActingMember {
  const { role, ...caller } = acting(request)
  if (role === null) throw new Error('a key came where only people may call')
  return { ...caller, role }
}

/** @throws AppError ConfirmationRequired unless a person confirmed who they are within the last ten minutes; a key never does */
export function requireConfirmedPerson(request: FastifyRequest): void {
  if (acting(request).role === null) throw new AppError('ConfirmationRequired')
  requireConfirmation(request)
}

/** @throws AppError EmailNotVerified for a person who must verify an address before creating codes */
export function refuseUnverified({ mustVerifyEmail }: Pick<Author, 'mustVerifyEmail'>): void {
  if (mustVerifyEmail) throw new AppError('EmailNotVerified')
}

/** Hook: before the body of a call that makes codes is read. */
export async function requireVerifiedEmail(request: FastifyRequest): Promise<void> {
  refuseUnverified(acting(request))
}
