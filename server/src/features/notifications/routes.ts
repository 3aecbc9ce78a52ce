import { MailPreferences, resultOf, UpdateMailPreferences } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../platform/app-error'
import type { Database, Db } from '../../platform/db/database'
import { requestLanguage } from '../../platform/http/error-handler'
import { currentUser } from '../../platform/http/session'
import { findAddress, setMailPlace } from '../account'
import { listReportsOf, setReport } from '../workspaces'
import { findPreferences, updatePreferences } from './repository'

const tags = ['mail']

/** Which mails a person gets. */
export const preferenceRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/mail/preferences',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Own choice of e-mails', response: { 200: resultOf(MailPreferences) } },
    },
    async (request) => ({ result: await present(database.db, currentUser(request).id) }),
  )

  app.patch(
    '/mail/preferences',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Choose own e-mails',
        description: 'They are written in the language of this call from then on.',
        body: UpdateMailPreferences,
        response: { 200: resultOf(MailPreferences) },
      },
    },
    async (request) => {
      const { id } = currentUser(request)
      const { timeZone, workspace, ...wish } = request.body
      const language = requestLanguage(request)
      const result = await database.transaction(async (tx) => {
        if (workspace && !(await setReport(tx, id, workspace))) throw new AppError('WorkspaceNotFound')
        await updatePreferences(tx, id, wish)
        await setMailPlace(tx, id, { language, ...(timeZone !== undefined && { timeZone }) })
        return present(tx, id)
      })
      return { result }
    },
  )
}

async function present(db: Db, userId: string): Promise<MailPreferences> {
  const address = await findAddress(db, userId)
  if (!address) throw new AppError('NotFound')
  const wish = await findPreferences(db, userId)
  return {
    email: address.email,
    failedAt: address.failedAt?.toISOString() ?? null,
    refused: wish?.refused ?? [],
    weeklyReport: wish?.weeklyReport ?? false,
    workspaces: await listReportsOf(db, userId),
  }
}
