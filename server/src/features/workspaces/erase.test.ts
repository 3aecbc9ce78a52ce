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

test('of a person who leaves, the workspaces of others hold neither name nor address, and go on', async () => {
  const [lan, minh] = [await verified(), await verified()]
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
  await leaveForGood(minh)
  const { db } = product.database()
  for (const table of [
    'api_keys',
    'user_codes',
    'user_code_changes',
    'bulk_runs',
    'workspace_members',
    'workspace_invitations',
    'mail_outbox',
  ]) {
    const rows = JSON.stringify(await query(db, sql.raw(`select t::text as row from ${table} t`)))
    expect([table, rows.includes(minh.email)]).toEqual([table, false])
  }
  expect((await codesOf(product, lan).read(made.json().result.id)).createdBy).toBe(minh.id)
  const members = await sharing.call(hoa, 'GET', `/${lan.id}/members`)
  expect(members.json().result.map(({ userId }: { userId: string }) => userId)).toEqual([lan.id, hoa.id])
  expect(await runsOf(product, lan).read(run.json().result.id)).toMatchObject({ id: run.json().result.id })
})
