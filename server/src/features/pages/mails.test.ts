import type { WaitingPage } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { TEST_SETUP_TOKEN, testApp } from '../../testing/app'
import { openMailServer } from '../../testing/services/mail-server'
import { pageCallsOf } from './testing/calls'
import { BLOCKS, somePageInput } from './testing/some-pages'

const server = await openMailServer()
const product = testApp(server.env)
const calls = pageCallsOf(product)
afterAll(() => server.close())

const mailsOf = (kind: string) =>
  query<{ userId: string; values: unknown }>(
    product.database().db,
    sql`select user_id as "userId", "values" from mail_outbox where kind = ${kind} order by created_at`,
  )
async function signedIn() {
  const person = await product.signedIn()
  await product.database().db.execute(sql`update users set email_verified_at = now() where id = ${person.id}`)
  return person
}

test('another account to be paid to is mailed to those who answer for the codes, the first one is not', async () => {
  const mai = await signedIn()
  const mails = () => mailsOf('page-account-changed')
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

test('a decision on a page that waited is mailed to those who answer for the codes, and none without one', async () => {
  const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  const mai = await signedIn()
  const decided = async (action: 'approve' | 'refuse') => {
    const page = somePageInput('menu', [], { name: { vi: 'Thẻ ACB và BIDV' } })
    const made = await calls.publish(mai, await calls.create(mai, { page }))
    const waiting: WaitingPage[] = (
      await product.as(admin).inject({ url: '/admin/code-reports/pages' })
    ).json().result
    const { id = '' } = waiting.find(({ codeId }) => codeId === made.id) ?? {}
    const decide = () =>
      product.as(admin).inject({ method: 'POST', url: `/admin/code-reports/pages/${id}/${action}` })
    expect((await Promise.all([decide(), decide()])).map(({ statusCode }) => statusCode).sort()[0]).toBe(200)
    return made.id
  }
  const approved = await decided('approve')
  const refused = await decided('refuse')
  const names = 'BIDV, ACB'
  expect(await mailsOf('page-reviewed')).toEqual([
    { userId: mai.id, values: { codeId: approved, decision: 'approved', names } },
    { userId: mai.id, values: { codeId: refused, decision: 'refused', names } },
  ])
})
