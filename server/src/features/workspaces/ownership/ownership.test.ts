import { MAX_OWN_WORKSPACES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { leavingOf } from '../../leaving/testing'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { sharingOf } from '../testing'

const product = testApp({ BILLING: 'on' })
const sharing = sharingOf(product)
const { leave, execute, runJob } = leavingOf(product)
const db = () => product.database().db
let lan: Person
let minh: Person
let shop: string

/** Lets a person into a workspace that is nobody’s home. */
async function join(person: Person, role: string): Promise<Person> {
  const link = await sharing.call(lan, 'POST', `/${shop}/invitations`, { role })
  await sharing.accept(person, new URL(link.json().result.url).hash.slice(1))
  return person
}

beforeEach(async () => {
  lan = await product.signedIn()
  // Its plan is none that is free, so that a further workspace can be created.
  await db().execute(sql`insert into workspaces (id, name) values (${`shop-${lan.id}`}, 'Quán Lan')`)
  shop = `shop-${lan.id}`
  await db().execute(sql`insert into workspace_members (workspace_id, user_id, role, email, name)
    values (${shop}, ${lan.id}, 'owner', ${lan.email}, 'Lan')`)
  minh = await join(await product.signedIn(), 'viewer')
})

const path = (rest = '') => `/${shop}/ownership${rest}`
const offer = (to: Person, by = lan) => sharing.call(by, 'POST', path(), { userId: to.id })
const shown = async (person: Person) => (await sharing.call(person, 'GET', path())).json().result
const accept = (person: Person, owed = 0) => sharing.call(person, 'POST', path('/accept'), { owed })
const codeOf = (reply: { json(): { error?: { code: string } } }) => reply.json().error?.code
const rolesOf = async () =>
  Object.fromEntries(
    (
      await query<{ id: string; role: string }>(
        db(),
        sql`select user_id as id, role from workspace_members where workspace_id = ${shop} and left_at is null`,
      )
    ).map(({ id, role }) => [id, role]),
  )
const stale = (person: Person) =>
  db().execute(sql`update sessions set confirmed_at = now() - interval '1 hour', created_at = now() - interval '1 hour'
    where user_id = ${person.id}`)

test('what is offered is accepted with fresh confirmation; codes and money stay where they are', async () => {
  const hoa = await join(await product.signedIn(), 'editor')
  const given = await sharing.within(lan, shop).inject({
    ...{ method: 'POST', url: '/gateway/api/qrcode/user-codes', payload: aDynamicCode() },
  })
  expect(given.statusCode, given.body).toBe(201)
  await db().execute(sql`insert into wallets (user_id, balance, owed) values (${shop}, 5000, 70000)`)
  const money = async () =>
    JSON.stringify(await query(db(), sql`select * from wallets, ledger_entries order by 1, 2`))
  const before = await money()
  expect((await offer(minh)).statusCode).toBe(201)
  expect(await shown(hoa)).toBeNull()
  expect(await shown(lan)).toMatchObject({ to: { userId: minh.id }, isForYou: false })
  expect(await shown(minh)).toMatchObject({
    ...{ isForYou: true, codes: 1, members: 3 },
    billing: { balance: 5000, owed: 70000 },
  })
  expect(await rolesOf()).toMatchObject({ [lan.id]: 'owner', [minh.id]: 'viewer' })
  // A debt that grew since it was shown goes to nobody.
  expect(codeOf(await accept(minh, 0))).toBe('Conflict')
  expect((await accept(hoa, 70000)).statusCode).toBe(404)
  expect((await accept(minh, 70000)).statusCode).toBe(200)
  expect(await rolesOf()).toEqual({ [lan.id]: 'manager', [minh.id]: 'owner', [hoa.id]: 'editor' })
  expect(await money()).toBe(before)
  expect(await shown(minh)).toBeNull()
  expect((await accept(minh, 70000)).statusCode).toBe(404)
  expect(codeOf(await offer(hoa, lan))).toBe('Forbidden')
  const { result } = await codesOf(product, minh).good('GET', '?productId=dynamic-code', undefined, {
    'x-workspace': shop,
  })
  expect(result).toHaveLength(1)
})

test('without a fresh confirmation nothing is offered and nothing accepted', async () => {
  await stale(lan)
  expect(codeOf(await offer(minh))).toBe('ConfirmationRequired')
  const other = await product.signInAgain(lan)
  expect((await offer(minh, other)).statusCode).toBe(201)
  await stale(minh)
  expect(codeOf(await accept(minh))).toBe('ConfirmationRequired')
})

test('an offer is withdrawn, declined, replaced and expires; nobody else ends it', async () => {
  const hoa = await join(await product.signedIn(), 'manager')
  await offer(minh)
  expect((await sharing.call(hoa, 'DELETE', path())).statusCode).toBe(404)
  expect((await sharing.call(minh, 'DELETE', path())).statusCode).toBe(200)
  expect((await accept(minh)).statusCode).toBe(404)
  await offer(minh)
  await offer(hoa)
  expect((await accept(minh)).statusCode).toBe(404)
  expect((await sharing.call(lan, 'DELETE', path())).statusCode).toBe(200)
  expect((await accept(hoa)).statusCode).toBe(404)
  await offer(hoa)
  await db().execute(sql`update workspaces set offer_expires_at = now() where id = ${shop}`)
  expect((await accept(hoa)).statusCode).toBe(404)
  expect(await shown(hoa)).toBeNull()
  expect(await rolesOf()).toMatchObject({ [lan.id]: 'owner' })
})

test('a home, oneself and strangers; and who is offered is not removed', async () => {
  const stranger = await product.signedIn()
  expect(codeOf(await offer(stranger))).toBe('NotFound')
  expect((await offer(lan)).statusCode).toBe(422)
  expect((await sharing.call(stranger, 'POST', path(), { userId: stranger.id })).statusCode).toBe(404)
  expect(codeOf(await sharing.call(lan, 'POST', `/${lan.id}/ownership`, { userId: minh.id }))).toBe(
    'HomeStays',
  )
  await sharing.join(lan, minh, 'viewer')
  expect(codeOf(await sharing.call(lan, 'POST', `/${lan.id}/ownership`, { userId: minh.id }))).toBe(
    'HomeStays',
  )
  await offer(minh)
  const remove = () => sharing.call(lan, 'DELETE', `/${shop}/members/${minh.id}`)
  expect(codeOf(await remove())).toBe('OwnershipOffered')
  await sharing.call(lan, 'DELETE', path())
  expect((await remove()).statusCode).toBe(200)
})

test('who owns twenty workspaces with their home is handed none, and who owns nineteen is', async () => {
  await execute(
    sql`insert into workspaces (id, name) select 'w' || n, 'W' from generate_series(2, ${MAX_OWN_WORKSPACES}::int) n`,
  )
  await execute(sql`insert into workspace_members (workspace_id, user_id, role, email, name)
    select 'w' || n, ${minh.id}, 'owner', '', '' from generate_series(2, ${MAX_OWN_WORKSPACES}::int) n`)
  await offer(minh)
  expect(codeOf(await accept(minh))).toBe('TooManyOwnWorkspaces')
  await execute(sql`delete from workspaces where id = 'w2'`)
  expect((await accept(minh)).statusCode).toBe(200)
  expect(await rolesOf()).toMatchObject({ [minh.id]: 'owner' })
})

test('of fifty who accept at once there is one owner, and never none', async () => {
  await offer(minh)
  const replies = await Promise.all(Array.from({ length: 50 }, () => accept(minh)))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(replies.every(({ statusCode }) => [200, 404, 409].includes(statusCode))).toBe(true)
  expect(await rolesOf()).toEqual({ [lan.id]: 'manager', [minh.id]: 'owner' })
})

test('of an acceptance and a new offer at once, none hands over what is somebody else’s by then', async () => {
  const hoa = await join(await product.signedIn(), 'editor')
  for (let round = 0; round < 12; round++) {
    await execute(
      sql`update workspace_members set role = 'viewer' where workspace_id = ${shop} and user_id <> ${lan.id}`,
    )
    await execute(
      sql`update workspace_members set role = 'owner' where workspace_id = ${shop} and user_id = ${lan.id}`,
    )
    await offer(minh)
    const [taken, again] = await Promise.all([accept(minh), ...Array.from({ length: 4 }, () => offer(hoa))])
    const isTaken = taken.statusCode === 200
    expect((await rolesOf())[minh.id]).toBe(isTaken ? 'owner' : 'viewer')
    if (isTaken) expect(await shown(minh)).toBeNull()
    else expect(again?.statusCode).toBe(201)
    expect((await accept(hoa)).statusCode === 200 && isTaken).toBe(false)
  }
})

test('who leaves and comes again has no offer, nor has who is about to delete their account', async () => {
  await offer(minh)
  expect((await sharing.call(minh, 'DELETE', `/${shop}/members/${minh.id}`)).statusCode).toBe(200)
  expect((await sharing.call(lan, 'GET', path())).json().result).toBeNull()
  await join(minh, 'viewer')
  expect((await accept(minh)).statusCode).toBe(404)
  await offer(minh)
  expect((await leave(minh)).statusCode).toBe(200)
  expect(codeOf(await accept(minh))).toBe('AccountLeaving')
  expect(await rolesOf()).toMatchObject({ [lan.id]: 'owner', [minh.id]: 'viewer' })
})

test('who is suspended accepts nothing, and who is deleted is offered nothing', async () => {
  await offer(minh)
  await execute(sql`update users set suspended_at = now() where id::text = ${minh.id}`)
  expect([401, 403]).toContain((await accept(minh)).statusCode)
  await execute(sql`update users set suspended_at = null where id::text = ${minh.id}`)
  const again = await product.signInAgain(minh)
  expect((await leave(again)).statusCode).toBe(200)
  await execute(sql`update users set deleting_at = now() - interval '1 hour' where id::text = ${minh.id}`)
  await runJob('account-deletions')
  await runJob('account-deletions')
  expect(await query(db(), sql`select offered_to from workspaces where id = ${shop}`)).toEqual([
    { offered_to: null },
  ])
  expect(await rolesOf()).toEqual({ [lan.id]: 'owner' })
})
