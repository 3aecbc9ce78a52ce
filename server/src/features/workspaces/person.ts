import { fullName, type Workspace } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import { currentUser } from '../../platform/http/session'
import type { Person } from './repository'

/** Who makes a call, by the name of their account; without one by their address. */
export async function personOf(request: FastifyRequest): Promise<Person> {
  const { id, email } = currentUser(request)
  const name = fullName(await request.server.readName(request)).trim()
  return { id, email, name: name === '' ? email : name }
}

/** The home of a person who never shared it, which has no row. */
export const homeOf = ({ id, name }: Person): Workspace => ({
  ...{ id, name, role: 'owner', isHome: true, members: 1, deletingAt: null },
})
