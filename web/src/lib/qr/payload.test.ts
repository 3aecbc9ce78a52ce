import { CONTENT_TYPE_NAMES } from '@scanleaf/qr'
import { expect, test } from 'vitest'
import { contentPayload, savedPayload } from './payload'

test('a dynamic code says its link, a static one its content', () => {
  const codeContent = '{"ssid":"quán","passWifi":"a;b","encrypWifi":"WPA"}'
  expect(savedPayload({ codeRedirect: 'https://qr.example/ab', contentType: 'Website', codeContent })).toBe(
    'https://QR.EXAMPLE/AB',
  )
  expect(savedPayload({ codeRedirect: null, contentType: 'Wifi', codeContent })).toBe(
    'WIFI:T:WPA;S:quán;P:a\\;b;;',
  )
})

test.each(['', '{', '[]', 'null', '5', '{}', '{"content":5}', '{"content":"a b"}'])(
  'a stored content that cannot be read (%s) says nothing',
  (codeContent) => {
    for (const contentType of [...CONTENT_TYPE_NAMES, 'Other', 'constructor']) {
      expect(savedPayload({ codeRedirect: null, contentType, codeContent })).toBeNull()
    }
  },
)

test('a content with a problem says nothing', () => {
  expect(contentPayload('Phone', { phoneNumber: 'call me' })).toBeNull()
  expect(contentPayload('Phone', { phoneNumber: '090 123 4567' })).toBe('tel:0901234567')
})
