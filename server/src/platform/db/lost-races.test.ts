import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aDynamicCode, codesOf } from '../../features/user-codes/testing'
import { type Person, testApp } from '../../testing/app'

const product = testApp()
let mai: Person
beforeEach(async () => {
  mai = await product.signedIn()
})
afterEach(() => run('drop trigger if exists lose on user_codes; drop sequence if exists losses'))

const run = async (statements: string) => {
  for (const statement of statements.split('; ')) await product.database().db.execute(sql.raw(statement))
}

/** Makes the next saves fail with a serialisation error. A sequence keeps its value through a rollback. */
async function loseRaces(sqlState: '40001' | '40P01', times: number): Promise<void> {
  await run('create sequence losses')
  await product.database().db.execute(
    sql.raw(`create or replace function lose() returns trigger language plpgsql as $$ begin
      if nextval('losses') <= ${times} then raise exception 'lost' using errcode = '${sqlState}'; end if;
      return new; end $$`),
  )
  await run('create trigger lose before insert on user_codes for each row execute function lose()')
}

test.each(['40001', '40P01'] as const)('a save that loses a race (%s) twice is made once', async (state) => {
  await loseRaces(state, 2)
  const codes = codesOf(product, mai)
  await codes.save(aDynamicCode())
  expect((await codes.list({})).meta.total).toBe(1)
})

test.each(['40001', '40P01'] as const)(
  'a save that loses every race (%s) is asked to come again, and is not made',
  async (state) => {
    await loseRaces(state, 1000)
    const codes = codesOf(product, mai)
    const reply = await codes.call('POST', '', aDynamicCode({ dynamicId: 'lost-race' }))
    expect(reply.statusCode).toBe(503)
    expect(reply.json().error.code).toBe('ServiceUnavailable')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect((await codes.list({})).meta.total).toBe(0)
    await run('drop trigger lose on user_codes')
    await codes.save(aDynamicCode({ dynamicId: 'lost-race' }))
  },
)
