import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { query } from '../../../platform/db/database'
import type { Person, testApp } from '../../../testing/app'
import type { inboxOf } from '../../../testing/services/inbox'
import type { identityOf } from '../testing'

export const NEW_PASSWORD = 'mật khẩu mới: 2'

/** What people do who come back by mail. */
export function recoveryOf(
  product: ReturnType<typeof testApp>,
  { post }: Pick<ReturnType<typeof identityOf>, 'post'>,
  inbox: ReturnType<typeof inboxOf>,
) {
  const recover = async (login: string, address: string) => {
    expect((await post('/recovery', { login })).statusCode).toBe(202)
    return (await inbox.next(address, 'recovery')).token
  }
  const setPassword = (token: string, more: object = {}) =>
    post('/recovery/set', { token, newPassword: NEW_PASSWORD, ...more })
  /** The kinds that were queued since the test began, once nothing is waiting. */
  async function queued(): Promise<string[]> {
    const rows = () =>
      query<{ kind: string; status: string }>(
        product.database().db,
        sql`select kind, status from mail_outbox order by id`,
      )
    await vi.waitUntil(async () => (await rows()).every(({ status }) => status !== 'waiting'), {
      timeout: 20_000,
    })
    return (await rows()).map(({ kind, status }) => `${kind} ${status}`)
  }

  /** A person who has opened the link of the registration. */
  async function verified(details: { setupToken?: string } = {}): Promise<Person> {
    const person = await product.signedIn(details)
    const { token } = await inbox.next(person.email, 'verify-email')
    expect((await post('/email/confirm', { token }, person)).json()).toEqual({
      result: { email: person.email },
    })
    return person
  }

  /** As an account of the time before mail was sent. */
  async function old(): Promise<Person> {
    const person = await product.signedIn()
    await product.database().db.execute(sql`update users set must_verify = false where id = ${person.id}`)
    return person
  }
  return { recover, setPassword, queued, verified, old }
}
