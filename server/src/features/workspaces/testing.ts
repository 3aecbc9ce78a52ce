import type { WorkspaceRole } from '@scanleaf/shared'
import type { Person, testApp } from '../../testing/app'

const PATH = '/gateway/api/workspaces'

/** Workspaces through the front door. */
export function sharingOf(product: Pick<ReturnType<typeof testApp>, 'as' | 'inject'>) {
  const call = (
    person: Person,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => product.as(person).inject({ method, url: PATH + path, headers, ...(payload && { payload }) })

  const invite = (by: Person, of: Person, payload: object) =>
    call(by, 'POST', `/${of.id}/invitations`, payload)

  /** The token of a link that anyone may use once. */
  async function linkTo(owner: Person, role: Exclude<WorkspaceRole, 'owner'>): Promise<string> {
    const made = await invite(owner, owner, { role })
    return new URL(made.json().result.url).hash.slice(1)
  }

  const accept = (person: Person, token: string) => call(person, 'POST', '/invitations/accept', { token })

  return {
    call,
    invite,
    linkTo,
    accept,
    /** Lets a person into the home of another. */
    async join(owner: Person, guest: Person, role: Exclude<WorkspaceRole, 'owner'>): Promise<Person> {
      await accept(guest, await linkTo(owner, role))
      return guest
    },
    remove: (by: Person, of: Person, member: Person) => call(by, 'DELETE', `/${of.id}/members/${member.id}`),
    /** Calls in somebody's workspace. */
    within: (person: Person, workspaceId: string) => ({
      inject: (options: {
        method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
        url: string
        payload?: object
        headers?: object
      }) =>
        product
          .as(person)
          .inject({ ...options, headers: { ...options.headers, 'x-workspace': workspaceId } }),
    }),
  }
}
