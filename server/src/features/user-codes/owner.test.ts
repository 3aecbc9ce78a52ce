import { expect, test } from 'vitest'
import { type Person, type Route, testApp } from '../../testing/app'
import { aDynamicCode, CODES, codesOf } from './testing'

const given = testApp()

/**
 * The payload of each route that takes an id and changes something, so that only the id is wrong. A new route
 * without a line here fails the test below.
 */
const BODIES: Readonly<Record<string, object | undefined>> = {
  'PATCH /user-codes/:id': { name: 'mine now' },
  'DELETE /user-codes/:id': undefined,
  'POST /user-codes/:id/duplicate': undefined,
  'POST /user-codes/:id/changes/:changeId/revert': undefined,
  'POST /user-codes/:id/paths': { address: 'https://go.lasen.example/menu' },
  'DELETE /user-codes/:id/paths': { address: 'https://go.lasen.example/menu' },
  'POST /user-codes/logo/:id': { text: 'mine', background: '' },
}

/** Every route under /user-codes with an id, as the router knows them. */
const routesWithId = () => given.routes().filter(({ path }) => path.startsWith(CODES) && path.includes(':id'))

test('what belongs to another user is not found, by every route with an id, and stays as it was', async () => {
  const owner = await given.signedIn()
  const codes = codesOf(given, owner)
  const code = await codes.save(aDynamicCode({ name: 'before' }))
  const changed = await codes.change(code.id, { name: 'owner’s' })
  const [change] = (await codes.good('GET', `/${code.id}/changes`)).result
  const stranger = await given.signedIn()
  const routes = routesWithId()
  expect(routes.length).toBeGreaterThanOrEqual(8)
  const ids = [code.id, '0b9df6a5-7c5e-4c9e-8f0e-3c1a52a8a000', 'nonsense', "' or 1=1 --"]
  for (const { method, path: url } of routes) {
    const name = `${method} ${url.slice(CODES.length - '/user-codes'.length)}`
    if (method !== 'GET') expect(Object.keys(BODIES), 'a route that this test does not know').toContain(name)
    const payload = BODIES[name]
    const bodies = new Set<string>()
    for (const id of ids) {
      const reply = await send(
        stranger,
        method,
        url.replace(':id', encodeURIComponent(id)),
        change.id,
        payload,
      )
      expect([reply.statusCode, name, id]).toEqual([404, name, id])
      bodies.add(reply.body)
    }
    expect([...bodies], name).toHaveLength(1)
  }
  for (const call of [
    { method: 'DELETE', url: CODES, payload: { deleted: ids.join(',') } },
    { method: 'POST', url: `${CODES}/restore`, payload: { restored: ids.join(',') } },
  ] as const) {
    expect((await given.as(stranger).inject(call)).statusCode).toBe(404)
  }
  expect(await codes.read(code.id)).toEqual(changed)
  const own = await send(owner, 'POST', `${CODES}/${code.id}/changes/:changeId/revert`, change.id)
  expect(own.statusCode).toBe(200)
})

const send = (person: Person, method: Route['method'], url: string, changeId: string, payload?: object) =>
  given.as(person).inject({
    method,
    url: url.replace(':changeId', changeId).replace(':format', 'png'),
    ...(payload && { payload }),
  })

test('a change of another code of one’s own cannot be taken back on this one', async () => {
  const codes = codesOf(given, await given.signedIn())
  const [one, other] = [await codes.save(aDynamicCode()), await codes.save(aDynamicCode())]
  await codes.change(one.id, { name: 'x' })
  const [change] = (await codes.good('GET', `/${one.id}/changes`)).result
  for (const path of [
    `/${other.id}/changes/${change.id}/revert`,
    `/${one.id}/changes/999999/revert`,
    `/${one.id}/changes/x/revert`,
  ])
    expect((await codes.call('POST', path)).statusCode).toBe(404)
})
