import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Person, testFeature } from '../../testing/feature'
import { catalogue } from '.'
import { catalogueOf, type Kind, PATHS } from './testing'

const given = testFeature((app, { database, clock }) => app.register(catalogue, { database, clock }))
const KINDS = Object.keys(PATHS) as Kind[]
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const CALLS = [
  ['read', 'GET', ''],
  ['read', 'GET', `/${UNKNOWN}`],
  ['create', 'POST', ''],
  ['update', 'PATCH', `/${UNKNOWN}`],
  ['delete', 'DELETE', `/${UNKNOWN}`],
  ['delete', 'DELETE', ''],
] as const

const setMask = (person: Person, resource: string, mask: number) =>
  given.database().db.execute(
    sql`insert into permissions values (${person.id}, ${resource}, ${mask})
      on conflict (user_id, resource) do update set mask = excluded.mask`,
  )

/** The calls that are not refused for want of a right, as `kind action`. */
async function permitted(person: Person): Promise<string[]> {
  const catalogue = await catalogueOf(given, person)
  const found = new Set<string>()
  for (const kind of KINDS)
    for (const [action, method, path] of CALLS) {
      const { statusCode } = await catalogue.call(method, kind, path, method === 'GET' ? undefined : {})
      expect([200, 403, 404, 422]).toContain(statusCode)
      if (statusCode !== 403) found.add(`${kind} ${action}`)
    }
  return [...found]
}

test('a right on one kind is none on another', async () => {
  const member = await given.signedIn()
  for (const kind of KINDS) {
    await setMask(member, kind, 15)
    const actions = ['read', 'create', 'update', 'delete']
    expect(await permitted(member)).toEqual(actions.map((action) => `${kind} ${action}`))
    await setMask(member, kind, 0)
  }
})
