import { expect, test } from 'vitest'
import { testApp } from '../../testing/app'

const given = testApp()

const CODES = '/gateway/api/qrcode/user-codes'

async function created(person: { sid: string }, more: object = {}) {
  const payload = {
    contentType: 'Website',
    codeContent: JSON.stringify({ content: 'https://shop.example/menu' }),
    isDynamicCode: true,
    ...more,
  }
  const reply = await given.as(person).inject({ method: 'POST', url: CODES, payload })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().result
}

const FRAME = { kind: 'below', text: 'Scan me', language: 'en', color: '#0B3D2A' }

test('a frame with the name of the code is drawn anew when the name changes', async () => {
  const person = await given.signedIn()
  const qrCustomSettings = { frame: { ...FRAME, line: 'name' } }
  const code = await created(person, { name: 'Ban 1', qrCustomSettings })
  expect(code.qrCustomSettings.frame).toEqual(qrCustomSettings.frame)
  const pictureOf = async ({ qrImageUrl }: { qrImageUrl: string }) => {
    const { pathname, search } = new URL(qrImageUrl)
    return (await given.inject({ url: `${pathname}${search}` })).rawPayload
  }
  const before = await pictureOf(code)
  const reply = await given
    .as(person)
    .inject({ method: 'PATCH', url: `${CODES}/${code.id}`, payload: { name: 'Ban 2' } })
  const renamed = reply.json().result
  expect(renamed.qrImageUrl).not.toBe(code.qrImageUrl)
  expect((await pictureOf(renamed)).equals(before)).toBe(false)
})

test.each([
  [{ ...FRAME, kind: 'star' }, 'invalid-frame'],
  [{ ...FRAME, text: ' ' }, 'invalid-frame'],
  [{ ...FRAME, text: 'a'.repeat(31) }, 'frame-text-too-long'],
  [{ ...FRAME, textColor: '#0B3D2B' }, 'frame-contrast'],
  [{ ...FRAME, text: '\u{10380}' }, 'unknown-characters'],
])('a change to the frame %j is refused, and nothing is stored', async (frame, problem) => {
  const person = await given.signedIn()
  const code = await created(person)
  const reply = await given
    .as(person)
    .inject({ method: 'PATCH', url: `${CODES}/${code.id}`, payload: { qrCustomSettings: { frame } } })
  expect(reply.statusCode).toBe(422)
  const { error, errors } = reply.json()
  const [[field, found]] = Object.entries(error.fields) as [[string, string]]
  expect(field).toMatch(/frame/)
  expect(found).toBe(problem)
  expect(errors[field]).not.toBe('')
  const kept = await given.as(person).inject({ url: `${CODES}/${code.id}` })
  expect(kept.json().result.qrCustomSettings).toEqual(code.qrCustomSettings)
})
