import {
  DeleteAccount,
  DeletionPreview,
  PlannedDeletion,
  resultOf,
  WorkspaceDeletion,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Config } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import { acting, requireConfirmedPerson } from '../../../platform/http/acting'
import { currentUser } from '../../../platform/http/session'
import { isLastAdministrator } from '../../account'
import { listOwned } from '../../workspaces'
import { previewDeletion } from './preview'
import { findPlanned } from './repository'
import { keepWorkspace, planWorkspaceDeletion, presentPlanned } from './workspace-deletion'

interface DeletionOptions {
  database: Database
  config: Pick<Config, 'billing'>
}

/** What a deletion of the own account would touch, and the deletion of one further workspace by itself. */
export const deletionRoutes: FastifyPluginAsyncZod<DeletionOptions> = async (
  app,
  { database, config: { billing } },
) => {
  const { db } = database
  app.get(
    '/identity/users/profile/deletion',
    {
      config: { access: 'person' },
      schema: {
        tags: ['identity'],
        summary: 'What a deletion of the own account would touch',
        response: { 200: resultOf(DeletionPreview) },
      },
    },
    async (request) => {
      const { id } = currentUser(request)
      const preview = await previewDeletion(db, await listOwned(db, id), billing)
      return { result: { ...preview, isLastAdmin: await isLastAdministrator(db, id) } }
    },
  )

  const PATH = '/gateway/api/workspaces/:workspaceId'
  const tags = ['workspaces']
  const params = z.object({ workspaceId: z.string() })
  const config = { access: 'workspace:delete' } as const

  app.get(
    `${PATH}/deletion`,
    {
      config,
      schema: {
        tags,
        summary: 'What a deletion of a workspace would touch, and the one that is planned',
        params,
        response: { 200: resultOf(WorkspaceDeletion) },
      },
    },
    async (request) => {
      const { ownerId } = acting(request)
      const planned = await findPlanned(db, ownerId)
      const preview = await previewDeletion(db, [ownerId], billing)
      return { result: { ...preview, isLastAdmin: false, planned: planned && presentPlanned(planned) } }
    },
  )

  app.delete(
    PATH,
    {
      config,
      onRequest: async (request: FastifyRequest) => requireConfirmedPerson(request),
      schema: {
        tags,
        summary: 'Delete a further workspace in 30 days; until then it can be kept',
        params,
        body: DeleteAccount,
        response: { 200: resultOf(PlannedDeletion) },
      },
    },
    async (request) => ({ result: await planWorkspaceDeletion(database, acting(request), request.body) }),
  )

  app.delete(
    `${PATH}/deletion`,
    {
      config,
      schema: {
        tags,
        summary: 'Keep a workspace after all',
        params,
        response: { 200: resultOf(z.object({ kept: z.literal(true) })) },
      },
    },
    async (request) => {
      await keepWorkspace(database, acting(request))
      return { result: { kept: true as const } }
    },
  )
}
