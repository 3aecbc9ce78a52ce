import { DecideChatAction, ProgramProposal, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { type Acting, acting } from '../../platform/http/acting'
import { type Deciding, decideProposal, presentProposal, requireProposal, undoProposal } from '../tools'

const ById = z.object({ id: z.uuid() })
const One = resultOf(ProgramProposal)
const tags = ['proposals']
/** For people alone: what programs propose, no program decides. */
const access = 'assistant'

/** What programs of a workspace propose. Proposals of other workspaces, and of conversations, are 404. */
export const proposalRoutes: FastifyPluginAsyncZod<{ deciding: Deciding }> = async (app, { deciding }) => {
  const present = async (caller: Acting, id: string): Promise<ProgramProposal> => {
    const row = await requireProposal(deciding, { programsOf: caller.ownerId }, id)
    return { ...(await presentProposal(deciding, caller.ownerId, row)), program: row.program }
  }

  app.get(
    '/:id',
    {
      config: { access },
      schema: { tags, summary: 'A change that a program proposes', params: ById, response: { 200: One } },
    },
    async (request) => ({ result: await present(acting(request), request.params.id) }),
  )

  app.post(
    '/:id',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Carry out what a program proposes, or decline it',
        params: ById,
        body: DecideChatAction,
        response: { 200: One },
      },
    },
    async (request) => {
      const caller = acting(request)
      const { id } = request.params
      await decideProposal(deciding, caller, { id, of: { programsOf: caller.ownerId }, ...request.body })
      return { result: await present(caller, id) }
    },
  )

  app.post(
    '/:id/undo',
    { config: { access }, schema: { tags, params: ById, response: { 200: One } } },
    async (request) => {
      const caller = acting(request)
      const { id } = request.params
      await undoProposal(deciding, caller, { id, of: { programsOf: caller.ownerId } })
      return { result: await present(caller, id) }
    },
  )
}
