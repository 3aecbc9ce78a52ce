import { SetUp } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recordBackup } from '../../platform/backup/repository'
import { TEST_SETUP_TOKEN, testApp } from '../../testing/app'

const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@example.vn' }
const BANK = { BANK_BIN: '970416', BANK_ACCOUNT_NUMBER: '1', BANK_ACCOUNT_NAME: 'LA' }
const bare = testApp({ BILLING: 'on', CODE_HOST: 'http://localhost:3001' })
const ready = testApp({
  ...MAIL,
  ...BANK,
  BILLING: 'on',
  REGISTRATION: 'invite',
  CODE_HOST: 'https://qr.example.vn',
})
const free = testApp({ BILLING: 'off', CODE_HOST: 'http://192.168.1.5:3001' })

async function read(product: typeof bare) {
  const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  const ask = async () => {
    const reply = await product.as(admin).inject({ url: '/gateway/api/admin/status/set-up' })
    expect(reply.statusCode, reply.body).toBe(200)
    return SetUp.parse(reply.json().result)
  }
  return { admin, ask }
}
const open = ({ steps }: SetUp) => steps.flatMap(({ step, isDone }) => (isDone ? [] : [step]))

test('a start without settings has everything before it', async () => {
  const { ask } = await read(bare)
  const setUp = await ask()
  expect(open(setUp)).toEqual(['address', 'mail', 'bank', 'backup', 'registration'])
  expect(setUp.steps[1]).toMatchObject({ value: '' })
})

test('email is done by the link of its message, a backup by one that was made', async () => {
  const { admin, ask } = await read(ready)
  const setUp = await ask()
  expect(open(setUp)).toEqual(['mail', 'backup'])
  expect(setUp.steps[1]?.value).toContain('@')
  expect(setUp.phoneSettings).toBeNull()
  const { db } = ready.database()
  await recordBackup(db, ready.clock.now(), 0)
  await db.execute(sql`update users set email_verified_at = now() where id = ${admin.id}`)
  expect(open(await ask())).toEqual([])
})

test('who takes no money needs no bank account', async () => {
  const { ask } = await read(free)
  const { steps, phoneSettings } = await ask()
  expect(steps.map(({ step }) => step)).toEqual(['address', 'mail', 'backup', 'registration'])
  // A phone reaches this one already.
  expect(phoneSettings).toBeNull()
})

test('nobody else reads it', async () => {
  const person = await bare.signedIn()
  const reply = await bare.as(person).inject({ url: '/gateway/api/admin/status/set-up' })
  expect(reply.statusCode).toBe(403)
})
