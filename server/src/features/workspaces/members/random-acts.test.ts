import { branches, runs } from '@scanleaf/qr/property-runs'
import { hasCapability, rolesUnder, WORKSPACE_ROLES, type WorkspaceRole } from '@scanleaf/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { sharingOf } from '../testing'

const product = testApp()
const sharing = sharingOf(product)
const CODES = '/gateway/api/qrcode/user-codes?productId=dynamic-code'

type GivenRole = Exclude<WorkspaceRole, 'owner'>
const GIVEN = WORKSPACE_ROLES.filter((role): role is GivenRole => role !== 'owner')

const person = fc.nat({ max: 3 })
const role = fc.constantFrom(...GIVEN)
const act = fc.oneof(
  fc.record({ is: fc.constant('invite' as const), by: person, role }),
  fc.record({ is: fc.constant('accept' as const), by: person, which: fc.nat({ max: 5 }) }),
  fc.record({ is: fc.constant('change' as const), by: person, of: person, role }),
  fc.record({ is: fc.constant('remove' as const), by: person, of: person }),
)
type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never

interface Invitation {
  token: string
  by: number
  role: GivenRole
  isUsed: boolean
}

/** Who is what in the workspace of the first person, as the rules say. */
class Model {
  readonly roles = new Map<number, WorkspaceRole>([[0, 'owner']])
  readonly invitations: Invitation[] = []

  /** The status of an act; a success has happened by then. */
  expect(done: Act): number {
    const own = this.roles.get(done.by)
    if (done.is === 'accept') return this.#accept(done.by, done.which)
    if (own === undefined) return 404
    if (done.is === 'invite') return rolesUnder(own).includes(done.role) ? 201 : 403
    const isLeaving = done.is === 'remove' && done.of === done.by
    if (!isLeaving && !hasCapability(own, 'members:write')) return 403
    const theirs = this.roles.get(done.of)
    if (theirs === undefined) return 404
    if (theirs === 'owner') return 409
    if (!isLeaving && !rolesUnder(own).includes(theirs)) return 403
    if (done.is === 'remove') this.roles.delete(done.of)
    else if (rolesUnder(own).includes(done.role)) this.roles.set(done.of, done.role)
    else return 403
    return 200
  }

  #accept(by: number, which: number): number {
    const invitation = this.invitations[which]
    if (!invitation) return 404
    if (this.roles.has(by)) return 200
    const inviter = this.roles.get(invitation.by)
    if (invitation.isUsed || !inviter || !rolesUnder(inviter).includes(invitation.role)) return 410
    invitation.isUsed = true
    this.roles.set(by, invitation.role)
    return 200
  }
}

test('whatever people do, one owner stays, each is what the rules say, and nobody is in without being a member', async () => {
  const guests = [await product.signedIn(), await product.signedIn(), await product.signedIn()]
  const rare = branches('200', '201', '403', '404', '409', '410')
  const property = fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (acts) => {
    const owner = await product.signedIn()
    const people: Person[] = [owner, ...guests]
    const at = (index: number) => people[index] ?? owner
    const model = new Model()

    async function invite(by: number, given: GivenRole): Promise<number> {
      const made = await sharing.invite(at(by), owner, { role: given })
      if (made.statusCode === 201)
        model.invitations.push({
          ...{ token: new URL(made.json().result.url).hash.slice(1), by, role: given, isUsed: false },
        })
      return made.statusCode
    }

    async function play(done: Act): Promise<number> {
      if (done.is === 'invite') return invite(done.by, done.role)
      if (done.is === 'accept') {
        const token = model.invitations[done.which]?.token
        return token === undefined ? 404 : (await sharing.accept(at(done.by), token)).statusCode
      }
      const path = `/${owner.id}/members/${at(done.of).id}`
      if (done.is === 'remove') return (await sharing.call(at(done.by), 'DELETE', path)).statusCode
      return (await sharing.call(at(done.by), 'PATCH', path, { role: done.role })).statusCode
    }

    await invite(0, 'manager')
    for (const done of [{ is: 'accept', by: 1, which: 0 } as const, ...acts]) {
      const status = await play(done)
      expect([done, status]).toEqual([done, model.expect(done)])
      rare.reach(String(status) as Parameters<typeof rare.reach>[0])
    }
    const members = await sharing.call(owner, 'GET', `/${owner.id}/members`)
    const known = members
      .json()
      .result.map(({ userId, role }: { userId: string; role: string }) => [...[userId, role]])
    expect(Object.fromEntries(known)).toEqual(
      Object.fromEntries([...model.roles].map(([index, held]) => [at(index).id, held])),
    )
    for (const [index, each] of people.entries()) {
      const seen = await sharing.within(each, owner.id).inject({ url: CODES })
      expect([index, seen.statusCode]).toEqual([index, model.roles.has(index) ? 200 : 404])
    }
  })
  await fc.assert(property, { numRuns: runs(20) })
  rare.expectAll()
})
