import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { inboxOf } from '../../../testing/services/inbox'
import { openMailServer } from '../../../testing/services/mail-server'
import { SOON } from '../../../testing/soon'
import { sharingOf } from '../testing'

const server = await openMailServer()
const product = testApp(server.env)
const inbox = inboxOf(product, server)
const sharing = sharingOf(product)
const execute = (statement: ReturnType<typeof sql>) => product.database().db.execute(statement)

/** A further workspace of a first person, and two who work there. */
async function shared(): Promise<{ lan: Person; minh: Person; hoa: Person; path: string; id: string }> {
  const [lan, minh, hoa] = [await product.signedIn(), await product.signedIn(), await product.signedIn()]
  await execute(sql`update users set email_verified_at = now() where id::text = ${lan.id}`)
  const id = (await sharing.call(lan, 'POST', '/', { name: 'Quán Lan' })).json().result.id
  for (const guest of [minh, hoa]) {
    const link = await sharing.call(lan, 'POST', `/${id}/invitations`, { role: 'viewer' })
    await sharing.accept(guest, new URL(link.json().result.url).hash.slice(1))
  }
  return { lan, minh, hoa, id, path: `/${id}/ownership` }
}

test('the person is told of the offer, unless it is withdrawn before the mail is sent', async () => {
  const { lan, minh, id, path } = await shared()
  await sharing.call(lan, 'POST', path, { userId: minh.id })
  await inbox.next(minh.email, 'ownership-offered')
  await sharing.call(lan, 'DELETE', path)
  // As if the sender had been away until now.
  await execute(sql`update mail_outbox set status = 'waiting', sent_at = null, next_at = now()
    where user_id = ${minh.id} and kind = 'ownership-offered'`)
  await execute(sql`select pg_notify('mail_queued', '')`)
  const statusOfMail = async () => {
    const found = sql`select status from mail_outbox where user_id = ${minh.id} and "values"->>'workspace' = ${id}`
    return (await query<{ status: string }>(product.database().db, found))[0]?.status
  }
  await expect.poll(statusOfMail, SOON).toBe('dropped')
  expect(server.arrived.filter(({ subject }) => subject === 'ownership-offered')).toHaveLength(1)
})

test('where no plans are sold, a debt of some day before is no obstacle', async () => {
  const { lan, minh, id, path } = await shared()
  await execute(sql`insert into wallets (user_id, balance, owed) values (${id}, 0, 70000)`)
  await sharing.call(lan, 'POST', path, { userId: minh.id })
  expect((await sharing.call(minh, 'GET', path)).json().result).toMatchObject({ billing: null })
  expect((await sharing.call(minh, 'POST', `${path}/accept`, { owed: 0 })).statusCode).toBe(200)
})
