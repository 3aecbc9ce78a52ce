import { describe, expect, test } from 'vitest'
import { testApp } from '../../testing/app'
import { aDynamicCode, aStaticCode, codesOf } from './testing'

const given = testApp()

describe('several codes at once', () => {
  test('are saved together', async () => {
    const codes = codesOf(given, await given.signedIn())
    const reply = await codes.call('POST', '/bulk', {
      codes: [aDynamicCode({ name: 'a' }), aStaticCode('Text', { plainText: 'b' })],
    })
    expect(reply.statusCode, reply.body).toBe(201)
    expect(reply.json().result.map(({ contentType }: { contentType: string }) => contentType)).toEqual([
      'Website',
      'Text',
    ])
  })

  test('or none of them, with what is wrong by row', async () => {
    const codes = codesOf(given, await given.signedIn())
    const dynamicId = `Bulk-${Date.now()}`
    const wrong = await codes.call('POST', '/bulk', {
      codes: [aDynamicCode(), aStaticCode('Wifi', { ssid: '' }), 7, aDynamicCode({ dynamicId: 'a' })],
    })
    expect([wrong.statusCode, wrong.json().error.fields]).toEqual([
      422,
      {
        '1.ssid': 'required',
        '1.passWifi': 'required',
        '2.body': 'invalid-value',
        '3.dynamicId': 'invalid-dynamic-id',
      },
    ])
    const twice = await codes.call('POST', '/bulk', {
      codes: [aDynamicCode(), aDynamicCode({ dynamicId }), aDynamicCode({ dynamicId })],
    })
    expect([twice.statusCode, twice.json().error.fields]).toEqual([409, { '2.dynamicId': 'DynamicIdExists' }])
    for (const payload of [{ codes: [] }, { codes: Array(101).fill(aDynamicCode()) }, {}, { codes: 'x' }])
      expect((await codes.call('POST', '/bulk', payload)).statusCode).toBe(422)
    expect((await codes.list({})).meta.total).toBe(0)
  })
})
