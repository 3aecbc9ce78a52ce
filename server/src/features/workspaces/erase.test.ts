import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { testApp } from '../../testing/app'
import { inboxOf } from '../../testing/services/inbox'
import { openMailServer } from '../../testing/services/mail-server'
import { recoveryOf } from '../account/recovery/testing'
import { identityOf } from '../account/testing'
import { runsOf } from '../bulk/testing'
import { leavingOf } from '../leaving/testing'
import { aDynamicCode, codesOf } from '../user-codes/testing'
import { sharingOf } from './testing'

const server = await openMailServer()
const product = testApp(server.env)
const inbox = inboxOf(product, server)
const { verified } = recoveryOf(product, identityOf(product), inbox)
const sharing = sharingOf(product)
const { leaveForGood } = leavingOf(product)

/** Of nobody else. */
const NAME = 'Mạnh Tường'

test('of a person who leaves, the workspaces of others hold neither name nor address, and go on', async () => {
  const [lan, minh] = [await verified(), await verified()]
  await product.as(minh).inject({
    ...{ method: 'PATCH', url: '/identity/users/profile', payload: { firstName: NAME, lastName: 'Phạm' } },
  })
  const hoa = await sharing.join(lan, await product.signedIn(), 'viewer')
  await sharing.join(lan, minh, 'manager')
  const code = await codesOf(product, lan).save(aDynamicCode())
  const within = sharing.within(minh, lan.id)
  const path = '/gateway/api/qrcode/user-codes'
  const made = await within.inject({ method: 'POST', url: path, payload: aDynamicCode() })
  await within.inject({ method: 'PATCH', url: `${path}/${code.id}`, payload: { name: 'Menu' } })
  const run = await within.inject({
    method: 'POST',
    url: '/gateway/api/qrcode/bulk-runs',
    payload: { kind: 'tags', selection: { ids: [code.id] }, add: ['x'] },
  })
  expect([made.statusCode, run.statusCode]).toEqual([201, 201])
  await sharing.invite(minh, lan, { role: 'viewer' })
  await within.inject({
    method: 'POST',
    url: '/gateway/api/api-keys',
    payload: { name: 'Till', scopes: ['codes:read'], expiresInDays: null },
  })
  await sharing.invite(minh, lan, { role: 'viewer', email: 'guest@example.test' })
  // What a call of another answered, what a program was told, and what was paid.
  const { db } = product.database()
  await db.execute(sql`insert into idempotency_keys (user_id, call, key, body_hash, status_code, answer, created_at)
    values (${lan.id}, 'PATCH', 'two', '', 200, jsonb_build_object('createdBy', ${minh.email}::text), now())`)
  await db.execute(sql`insert into outbox_events (id, user_id, type, data)
    values ('evt_1', ${lan.id}, 'code.created', jsonb_build_object('by', ${minh.email}::text))`)
  await db.execute(sql`insert into payments (ref, user_id, purpose, amount, email, gateway, expires_at, created_at)
    values ('QR1', ${lan.id}, 'balance', 1000, ${minh.email}, 'transfer', now(), now())`)
  await leaveForGood(minh)
  const tables = await query<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(50)
  for (const { name } of tables) {
    const [found] = await query(
      db,
      sql`select count(*) filter (where strpos(t::text, ${minh.email}) > 0)::int as addresses,
        count(*) filter (where strpos(t::text, ${NAME}) > 0)::int as names from ${sql.identifier(name)} t`,
    )
    expect([name, found]).toEqual([name, { addresses: 0, names: 0 }])
  }
  expect((await codesOf(product, lan).read(made.json().result.id)).createdBy).toBe(minh.id)
  const members = await sharing.call(hoa, 'GET', `/${lan.id}/members`)
  expect(members.json().result.map(({ userId }: { userId: string }) => userId)).toEqual([lan.id, hoa.id])
  expect(await runsOf(product, lan).read(run.json().result.id)).toMatchObject({ id: run.json().result.id })
})
