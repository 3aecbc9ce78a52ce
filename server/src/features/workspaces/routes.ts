import {
  ChangeMember,
  FindWorkspace,
  NameWorkspace,
  RemoveMember,
  resultOf,
  Workspace,
  WorkspaceMember,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import { recordAct } from '../../platform/history'
import { requireCapability } from '../../platform/http/access'
import { acting, actingMember, may, refuseUnverified } from '../../platform/http/acting'
import { currentUser } from '../../platform/http/session'
import { listPlainKeys } from '../api-keys'
import { findProposalOwner } from '../tools'
import { findCodeOwner } from '../user-codes'
import { createWorkspace } from './create'
import { changeRole, presentMember, removeMember } from './members/members'
import { homeOf, personOf } from './person'
import {
  ensureHome,
  listMembers,
  listWorkspaces,
  lockWorkspace,
  type Person,
  recordVisit,
  renameWorkspace,
} from './repository'

const tags = ['workspaces']
const ById = z.object({ workspaceId: z.string() })
const ByMember = ById.extend({ userId: z.string().max(64) })

interface WorkspaceRoutesOptions {
  database: Database
  clock: Clock
  config: Pick<Config, 'billing'>
}

/** Workspaces and who works in them, under /gateway/api/workspaces. The workspace of a call is in its address. */
export const workspaceRoutes: FastifyPluginAsyncZod<WorkspaceRoutesOptions> = async (
  app,
  { database, clock, config: { billing: sells } },
) => {
  const { db } = database
  /** The home first, also where nobody shares it. */
  const listOwn = async (person: Person): Promise<Workspace[]> => {
    const found = await listWorkspaces(db, person.id)
    return found.some(({ isHome }) => isHome) ? found : [homeOf(person), ...found]
  }

  app.get(
    '/',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Own workspaces, the home first',
        response: { 200: resultOf(z.array(Workspace)) },
      },
    },
    async (request) => {
      const person = await personOf(request)
      await recordVisit(db, person)
      return { result: await listOwn(person) }
    },
  )

  app.post(
    '/',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Create a workspace, with a plan of its own',
        body: NameWorkspace,
        response: { 201: resultOf(Workspace) },
      },
    },
    async (request, reply) => {
      refuseUnverified(currentUser(request))
      const person = await personOf(request)
      const creating = { database, sells, now: clock.now(), person }
      return reply.code(201).send({ result: await createWorkspace(creating, request.body.name) })
    },
  )

  app.get(
    '/find',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'In which of the own workspaces a code is, or what a program proposes',
        querystring: FindWorkspace,
        response: { 200: resultOf(Workspace) },
      },
    },
    async (request) => {
      const { code, proposal } = request.query
      const ownerId = await (code ? findCodeOwner(db, code) : findProposalOwner(db, proposal ?? ''))
      const found = (await listOwn(await personOf(request))).find(({ id }) => id === ownerId)
      if (!found) throw new AppError('NotFound')
      return { result: found }
    },
  )

  app.patch(
    '/:workspaceId',
    {
      config: { access: 'workspace:write' },
      schema: {
        tags,
        summary: 'Rename a workspace',
        params: ById,
        body: NameWorkspace,
        response: { 200: resultOf(NameWorkspace) },
      },
    },
    async (request) => {
      const { ownerId, personId } = acting(request)
      const { name } = request.body
      const person = ownerId === personId ? await personOf(request) : null
      await database.transaction(async (tx) => {
        if (person) await ensureHome(tx, person)
        if (!(await lockWorkspace(tx, ownerId))) throw new AppError('WorkspaceNotFound')
        await renameWorkspace(tx, ownerId, name)
        await recordAct(tx, acting(request), { action: 'renamed', subject: name })
      })
      return { result: { name } }
    },
  )

  app.get(
    '/:workspaceId/members',
    {
      config: { access: 'members:read' },
      schema: {
        tags,
        summary: 'Members, at most 100, the owner first',
        params: ById,
        response: { 200: resultOf(z.array(WorkspaceMember)) },
      },
    },
    async (request) => {
      const { ownerId, personId } = acting(request)
      const keys = may(acting(request), 'integrations:write') ? await listPlainKeys(db, ownerId) : []
      const rows = await listMembers(db, ownerId)
      if (rows.length > 0) return { result: rows.map((row) => presentMember(row, personId, keys)) }
      const { id, email, name } = await personOf(request)
      const apiKeys = keys.map((key) => key.name)
      const alone = { userId: id, email, name, role: 'owner', isYou: true, apiKeys } as const
      return { result: [{ ...alone, joinedAt: null, seenAt: null }] }
    },
  )

  app.patch(
    '/:workspaceId/members/:userId',
    {
      config: { access: 'members:write' },
      schema: {
        tags,
        summary: 'Give a member another role',
        params: ByMember,
        body: ChangeMember,
        response: { 200: resultOf(WorkspaceMember) },
      },
    },
    async (request) => ({
      result: await changeRole(database, actingMember(request), request.params.userId, request.body.role),
    }),
  )

  app.delete(
    '/:workspaceId/members/:userId',
    {
      config: { access: 'members:read' },
      schema: {
        tags,
        summary: 'Remove a member, or leave; only the owner stays',
        params: ByMember,
        querystring: RemoveMember,
        response: { 200: resultOf(z.object({ removed: z.literal(true) })) },
      },
    },
    async (request) => {
      const { userId } = request.params
      const { revokeKeys } = request.query
      if (userId !== acting(request).personId) requireCapability(request, 'members:write')
      if (revokeKeys) requireCapability(request, 'integrations:write')
      await removeMember(database, actingMember(request), userId, revokeKeys)
      return { result: { removed: true as const } }
    },
  )
}
