import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signedEvent } from './signature'

const SECRET = 'whsec_test'
const SIGNED_AT = 1_700_000_000
const BODY = Buffer.from('{"id":"evt_1"}')
const SIGNATURE = 'c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925'
const HEADER = `t=${SIGNED_AT},v1=${SIGNATURE}`
const after = (seconds: number) => new Date((SIGNED_AT + seconds) * 1000)
const eventOf = (raw = BODY, header: string | string[] | undefined = HEADER, now = after(0)) =>
  signedEvent(raw, header, SECRET, now)

test('the vector of payments §4', async () => expect(await eventOf()).toEqual({ id: 'evt_1' }))

test.each([
  [0, true],
  [300, true],
  [301, false],
  [-300, true],
  [-301, false],
])('%i seconds after it was signed: taken is %s', async (seconds, isTaken) => {
  expect((await eventOf(BODY, HEADER, after(seconds))) !== null).toBe(isTaken)
})

test('one of several signatures is enough, while a secret is changed', async () => {
  const other = createHmac('sha256', 'whsec_old').update(`${SIGNED_AT}.${BODY}`).digest('hex')
  expect(await eventOf(BODY, `t=${SIGNED_AT},v1=${other},v1=${SIGNATURE}`)).toEqual({ id: 'evt_1' })
  expect(await eventOf(BODY, `t=${SIGNED_AT},v1=${SIGNATURE},v0=${other}`)).toEqual({ id: 'evt_1' })
})

describe('refused is', () => {
  const forged = createHmac('sha256', 'whsec_forged').update(`${SIGNED_AT}.${BODY}`).digest('hex')
  test.each<[string, Buffer, string | string[] | undefined]>([
    ['no header', BODY, undefined],
    ['an empty header', BODY, ''],
    ['a header that comes twice', BODY, [HEADER, HEADER]],
    ['headers joined into one', BODY, `${HEADER}, ${HEADER}`],
    ['another secret', BODY, `t=${SIGNED_AT},v1=${forged}`],
    ['another time', BODY, `t=${SIGNED_AT + 1},v1=${SIGNATURE}`],
    ['two times', BODY, `t=${SIGNED_AT},t=${SIGNED_AT},v1=${SIGNATURE}`],
    ['a time that is none', BODY, `t=NaN,v1=${SIGNATURE}`],
    ['no signature', BODY, `t=${SIGNED_AT}`],
    ['a signature of another scheme alone', BODY, `t=${SIGNED_AT},v0=${SIGNATURE}`],
    ['half a signature', BODY, `t=${SIGNED_AT},v1=${SIGNATURE.slice(0, 32)}`],
    ['the same event, written anew', Buffer.from('{ "id": "evt_1" }'), HEADER],
    ['no body', Buffer.alloc(0), HEADER],
  ])('%s', async (_what, raw, header) => expect(await signedEvent(raw, header, SECRET, after(0))).toBeNull())

  test('a body that is no JSON, though signed', async () => {
    const raw = Buffer.from('not json')
    const v1 = createHmac('sha256', SECRET).update(`${SIGNED_AT}.${raw}`).digest('hex')
    expect(await eventOf(raw, `t=${SIGNED_AT},v1=${v1}`)).toBeNull()
  })
})
