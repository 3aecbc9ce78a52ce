import { DEFAULT_QR_SETTINGS, encodeSymbol } from '@scanleaf/qr'
import type { UserCode } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { storedContent } from './api'
import { emptyDraft } from './draft'
import { drawingOf, finalPayload, NOT_CREATED, previewPayload } from './drawing'
import { problemOfField, validateDraft } from './validate-draft'

const HOST = 'https://qr.example'
const saved = {
  name: 'saved',
  code: {
    isDynamicCode: true,
    contentType: 'Website',
    codeContent: '{"content":"https://shop.example/"}',
    codeRedirect: `${HOST}/AB12CD34`,
  } as UserCode,
  content: '{"content":"https://shop.example/"}',
} as const

const website = (content: string, kind: 'dynamic' | 'static' = 'dynamic') => ({
  ...emptyDraft(kind),
  contents: { Website: { content } },
})

test('the preview says the address as it will be stored, the finished dynamic code a short link', () => {
  const draft = website('shop.example')
  expect(previewPayload(draft, 'website', NOT_CREATED)).toBe('http://shop.example/')
  expect(finalPayload(draft, 'website', NOT_CREATED, HOST)).toBe('https://QR.EXAMPLE/ABCD1234')
  const own = { ...draft, hasManualId: true, manualId: 'tet-2027' }
  expect(finalPayload(own, 'website', NOT_CREATED, HOST)).toBe('https://QR.EXAMPLE/TET-2027')
  expect(finalPayload({ ...draft, kind: 'static' }, 'website', NOT_CREATED, HOST)).toBe(
    'http://shop.example/',
  )
})

test('a saved dynamic code says its short link in both', () => {
  const draft = website('shop.example')
  expect(previewPayload(draft, 'website', saved)).toBe('https://QR.EXAMPLE/AB12CD34')
  expect(finalPayload(draft, 'website', saved, HOST)).toBe('https://QR.EXAMPLE/AB12CD34')
})

test.each(['', 'a b', 'javascript:alert(1)'])('%j draws nothing', (content) => {
  const payload = previewPayload(website(content), 'website', NOT_CREATED)
  expect(drawingOf(payload, DEFAULT_QR_SETTINGS)).toMatchObject({ svg: null, excessBytes: 0 })
})

test('a content that is not valid yet keeps its picture, one that lacks something has none', () => {
  const email = { ...emptyDraft('static'), contents: { Email: { emailTabE: 'an@' } } }
  expect(previewPayload(email, 'email', NOT_CREATED)).toBe('mailto:an@')
  expect(finalPayload(email, 'email', NOT_CREATED, HOST)).toBeNull()
  const wifi = { ...emptyDraft('static'), contents: { Wifi: { ssid: 'home' } } }
  expect(previewPayload(wifi, 'wifi', NOT_CREATED)).toBeNull()
})

test('an address longer than level H takes the highest level that fits, and says by how much it is too long', () => {
  const long = (length: number) => `https://a.example/${'a'.repeat(length)}`
  expect(drawingOf(long(1400), DEFAULT_QR_SETTINGS).symbol?.level).toBe('Q')
  expect(drawingOf(long(3000), DEFAULT_QR_SETTINGS)).toMatchObject({
    svg: null,
    excessBytes: long(3000).length - 2953,
  })
})

test('a lower level than would fit is kept', () =>
  expect(drawingOf('QR', { ...DEFAULT_QR_SETTINGS, errorCorrectionLevel: 'L' }).symbol).toEqual(
    encodeSymbol('QR', { level: 'L' }),
  ))

test('a logo that cannot be drawn leaves the plain code', () => {
  const logo = { kind: 'path', path: 'nonsense', width: 1, height: 1 } as const
  const plain = drawingOf('QR', DEFAULT_QR_SETTINGS)
  expect(drawingOf('QR', { ...DEFAULT_QR_SETTINGS, logo })).toEqual(plain)
})

test('each wrong field is named, a static content that no symbol holds too', () => {
  const empty = emptyDraft('static')
  expect(validateDraft('vcard', empty)).toEqual({ firstName: 'required', lastName: 'required' })
  expect(validateDraft('wifi', empty)).toEqual({ ssid: 'required', passWifi: 'required' })
  const short = { ...empty, contents: { Wifi: { ssid: 'home', passWifi: '1234' } } }
  expect(validateDraft('wifi', short)).toEqual({ passWifi: 'wifi-password-too-short' })
  expect(validateDraft('sms', { ...empty, contents: { SMS: { smsNumber: 'x', smsContent: 'y' } } })).toEqual({
    smsNumber: 'invalid-phone',
  })
  const id = { ...website('shop.example'), hasManualId: true, manualId: 'a' }
  expect(validateDraft('website', id)).toEqual({ manualId: 'invalid-dynamic-id' })
  const long = `https://a.example/${'a'.repeat(3000)}`
  expect(validateDraft('website', website(long))).toEqual({})
  expect(validateDraft('website', website(long, 'static'))).toEqual({ content: 'content-too-long' })
})

test('a field that is left empty is not complained about yet', () => {
  const draft = { ...emptyDraft('static'), contents: { Email: { emailTabE: 'an@', titleTabE: '' } } }
  expect(problemOfField('email', draft, 'emailTabE')).toBe('email-domain')
  expect(problemOfField('email', draft, 'titleTabE')).toBeNull()
  expect(problemOfField('phone', emptyDraft('static'), 'phoneNumber')).toBeNull()
})

test('what is stored has every field of its type as it was meant, addresses normalised', () => {
  expect(JSON.parse(storedContent('Wifi', { ssid: 'home', passWifi: '12345678' }))).toEqual({
    ssid: 'home',
    passWifi: '12345678',
    encrypWifi: 'WPA',
    hidden: '',
  })
  expect(JSON.parse(storedContent('Phone', { phoneNumber: 'tel:+84 (0)28 3822 1234' }))).toEqual({
    phoneNumber: '+84 28 3822 1234',
  })
  expect(storedContent('Website', { content: '//shop.example' })).toBe('{"content":"http://shop.example/"}')
  expect(JSON.parse(storedContent('Email', { emailTabE: 'a@b.vn' }))).toEqual({
    emailTabE: 'a@b.vn',
    titleTabE: '',
    contentTabE: '',
  })
})
