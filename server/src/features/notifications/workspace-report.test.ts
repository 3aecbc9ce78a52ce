import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { createLog } from '../../platform/logging'
import { startMail } from '../../platform/mail'
import { type Person, testApp } from '../../testing/app'
import { aScan, givenScans } from '../../testing/scan'
import { openMailServer } from '../../testing/services/mail-server'
import { SOON } from '../../testing/soon'
import { accountLinks, mailPeople } from '../account'
import { aDynamicCode, CODES } from '../user-codes/testing'
import { findMembersWith } from '../workspaces'
import { sharingOf } from '../workspaces/testing'
import { openComposer } from '.'
import { sendWeeklyReports } from './weekly-report'

const server = await openMailServer()
const product = testApp({ ...server.env, BILLING: 'off' })
const sharing = sharingOf(product)
const db = () => product.database().db
afterAll(() => server.close())

let lan: Person
let minh: Person
let id: string
beforeEach(async () => {
  ;[lan, minh] = [await product.signedIn(), await product.signedIn()]
  await db().execute(sql`update users set email_verified_at = now()`)
  id = (await sharing.call(lan, 'POST', '', { name: 'Bếp Nhà Mẹ' })).json().result.id
  await join(minh)
})

async function join(person: Person): Promise<void> {
  const link = await sharing.call(lan, 'POST', `/${id}/invitations`, { role: 'viewer' })
  const joined = await sharing.accept(person, new URL(link.json().result.url).hash.slice(1))
  expect(joined.statusCode, joined.body).toBe(200)
}
const leave = (person: Person) => sharing.call(person, 'DELETE', `/${id}/members/${person.id}`)
const choose = (person: Person, weeklyReport: boolean, of = id) =>
  product.as(person).inject({
    ...{ method: 'PATCH', url: '/mail/preferences' },
    payload: { workspace: { id: of, weeklyReport }, timeZone: 'Asia/Ho_Chi_Minh' },
  })
const chosen = async (person: Person) => {
  const reply = await product.as(person).inject({ method: 'GET', url: '/mail/preferences' })
  return reply.json().result.workspaces
}
const report = (weeklyReport: boolean) => [{ id, name: 'Bếp Nhà Mẹ', weeklyReport }]
async function scanned(): Promise<void> {
  const code = await sharing
    .within(lan, id)
    .inject({ method: 'POST', url: CODES, payload: aDynamicCode({ name: 'Thực đơn' }) })
  const at = Date.parse('2026-11-17T05:00:00Z')
  await givenScans(product.database(), [aScan(code.json().result.id, { at })])
  await db().execute(sql`delete from mail_outbox`)
}
/** On a Monday morning in Vietnam. */
const queueReports = () => sendWeeklyReports(product.database(), new Date('2026-11-23T02:00:00Z'))
const queued = async () =>
  (
    await query<{ id: string }>(
      db(),
      sql`select user_id as id from mail_outbox where kind = 'weekly-report' order by id`,
    )
  ).map((row) => row.id)

async function sendMails() {
  const config = product.config()
  return startMail({
    ...{ database: product.database(), log: createLog('silent'), config },
    people: { ...mailPeople, findMembers: findMembersWith },
    ...{ links: accountLinks(config.appUrl), compose: openComposer(config) },
  })
}

test('each member chooses the report of a workspace for themselves; nobody else can', async () => {
  expect([await chosen(lan), await chosen(minh)]).toEqual([report(false), report(false)])
  expect((await choose(minh, true)).json().result).toMatchObject({
    ...{ weeklyReport: false, workspaces: report(true) },
  })
  expect(await chosen(lan)).toEqual(report(false))
  const stranger = await product.signedIn()
  for (const [person, of] of [
    [stranger, id],
    [minh, minh.id],
    [minh, 'nobody'],
  ] as const)
    expect((await choose(person, true, of)).json().error.code).toBe('WorkspaceNotFound')
  expect((await choose(minh, true, '\u0000')).statusCode).toBe(422)
  await leave(minh)
  expect((await choose(minh, true)).statusCode).toBe(404)
  expect(await chosen(minh)).toEqual([])
  // Back again, they choose again.
  await join(minh)
  expect(await chosen(minh)).toEqual(report(false))
})

test('it goes to those who want it, once, with the codes of the workspace and a link into it', async () => {
  await scanned()
  for (const person of [lan, minh]) await choose(person, true)
  const gone = await product.signedIn()
  await join(gone)
  await choose(gone, true)
  await leave(gone)
  for (let run = 0; run < 2; run++) await queueReports()
  expect((await queued()).sort()).toEqual([lan.id, minh.id].sort())
  // Whoever does not want it any more, or has left, gets none that waits.
  await choose(lan, false)
  server.arrived.length = 0
  const sender = await sendMails()
  try {
    const states = sql`select user_id as id, status from mail_outbox where kind = 'weekly-report' order by status`
    await expect
      .poll(() => query(db(), states), SOON)
      .toEqual([
        { id: lan.id, status: 'dropped' },
        { id: minh.id, status: 'sent' },
      ])
  } finally {
    await sender.close()
  }
  const mail = server.arrived.find(({ envelope }) => envelope.to.includes(minh.email))
  expect(mail?.subject).toContain('Bếp Nhà Mẹ')
  expect(mail?.text).toContain('Thực đơn')
  expect(mail?.text).toContain(`workspace=${id}`)
  const link = /^List-Unsubscribe: *<http:\/\/app\.test(.*)>/im.exec(
    mail?.source.replace(/\r\n[ \t]+/g, '') ?? '',
  )
  const ended = await product.inject({
    ...{ method: 'POST', url: link?.[1] ?? '(none)', payload: 'List-Unsubscribe=One-Click' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(ended.statusCode).toBe(200)
  expect(await chosen(minh)).toEqual(report(false))
})

test('a member who leaves between the report and its sending gets none', async () => {
  await scanned()
  await choose(minh, true)
  await queueReports()
  await leave(minh)
  const sender = await sendMails()
  try {
    const states = sql`select status from mail_outbox where kind = 'weekly-report'`
    await expect.poll(() => query(db(), states), SOON).toEqual([{ status: 'dropped' }])
  } finally {
    await sender.close()
  }
})
