import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { testApp } from '../../testing/app'
import { openMailServer } from '../../testing/services/mail-server'
import { pageCallsOf } from './testing/calls'
import { BLOCKS, somePageInput } from './testing/some-pages'

const server = await openMailServer()
const product = testApp(server.env)
const calls = pageCallsOf(product)
afterAll(() => server.close())

test('another account to be paid to is mailed to those who answer for the codes, the first one is not', async () => {
  const mai = await product.signedIn()
  const { db } = product.database()
  await db.execute(sql`update users set email_verified_at = now() where id = ${mai.id}`)
  const mails = () =>
    query<{ userId: string; values: unknown }>(
      db,
      sql`select user_id as "userId", "values" from mail_outbox where kind = 'page-account-changed'`,
    )
  const paying = (number: string) =>
    somePageInput('pay', [{ ...BLOCKS.pay, content: { ...BLOCKS.pay.content, number } }])
  const made = (await calls.call(mai, 'POST', '', { page: paying('111122223333') })).json().result
  await calls.publish(mai, made)
  await calls.publish(mai, made)
  expect(await mails()).toEqual([])
  await calls.save(mai, made.id, 1, paying('999988887777'))
  await calls.publish(mai, { id: made.id, revision: 2 })
  expect(await mails()).toEqual([{ userId: mai.id, values: { codeId: made.id, account: '…7777' } }])
})
