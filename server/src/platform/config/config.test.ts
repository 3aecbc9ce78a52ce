import { describe, expect, test } from 'vitest'
import { ConfigError } from '../app-error'
import { readConfig } from './config'
import { hostUrls } from './postgres-url'

describe('settings', () => {
  test('without any, everything has a default', () => {
    expect(readConfig({})).toMatchObject({
      role: 'all',
      host: '127.0.0.1',
      port: 3000,
      publicPort: 3001,
      appUrl: 'http://localhost:3000',
      codeHost: 'http://localhost:3001',
      pdfHost: 'http://localhost:3001/p',
      pdfFileName: 'cleaned',
      databaseUrl: null,
      databaseReplicaUrl: null,
      s3: null,
      identityUrl: null,
      languageDetection: 'browser',
    })
  })

  test('DATABASE_URL names one host or several, each with its port, and its sslmode verifies unless it says otherwise', () => {
    const several =
      'postgresql://an:p%40ss@one:5433,[::1]:5434,two/x?sslmode=require&target_session_attrs=read-write'
    expect(readConfig({ DATABASE_URL: several }).databaseUrl).toBe(several)
    expect(hostUrls(several)).toEqual(
      ['one:5433', '[::1]:5434', 'two'].map((host) => `postgresql://an:p%40ss@${host}/x?sslmode=verify-full`),
    )
    expect(hostUrls('postgres:///x?host=/run/postgresql')).toEqual([
      `postgres:///x?host=${encodeURIComponent('/run/postgresql')}`,
    ])
    for (const parameters of ['sslmode=no-verify', 'sslmode=require&uselibpqcompat=true'])
      expect(hostUrls(`postgres://one/x?${parameters}`)).toEqual([`postgres://one/x?${parameters}`])
  })

  test('an empty variable is an absent one, a trailing slash is dropped', () => {
    const config = readConfig({ APP_URL: 'https://codes.example.vn/', PORT: '', IDENTITY_URL: '' })
    expect(config).toMatchObject({ appUrl: 'https://codes.example.vn', port: 3000, identityUrl: null })
  })

  test.each([
    ['PORT', '70000'],
    ['PORT', 'abc'],
    ['APP_URL', 'ftp://example.vn'],
    ['APP_URL', 'https://example.vn/codes'],
    ['APP_URL', 'https://example.vn/?a=b'],
    ['APP_URL', 'https://user@example.vn'],
    ['CODE_HOST', 'qr.example.vn'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://one:5432,two:port/x'],
    ['DATABASE_URL', 'postgres://one,two/x?target_session_attrs=any'],
    ['DATABASE_URL', 'postgres://one/x?sslmode=verify_full'],
    ['DATABASE_POOL_SIZE', '1'],
    ['SETUP_TOKEN', 'short'],
    ['ROLE', 'boss'],
    ['ALLOWED_ORIGINS', 'https://ok.example, nonsense'],
    ['LOG_LEVEL', 'loud'],
    ['PDF_HOST', 'http://localhost:3001'],
    ['PDF_FILE_NAME', 'short'],
    ['S3_BUCKET', 'files'],
    ['BANK_BIN', '970416'],
    ['BANK_BIN', '123456'],
    ['BANK_ACCOUNT_NUMBER', '0011 2345'],
    ['S3_ENDPOINT', 'http://localhost:9000'],
    ['HSTS_MAX_AGE', '1 year'],
    ['SECURITY_CONTACT', 'security'],
    ['SECURITY_CONTACT', 'http://example.vn/security'],
    ['SMTP_URL', 'http://mail.example.vn'],
    ['SMTP_URL', 'smtp://mail.example.vn/?tls=off'],
    ['SMTP_URL', 'smtps://an:100%@mail.example.vn'],
    ['SMTP_URL', 'smtps://mail.example.vn'],
    ['MAIL_FROM', 'no-reply@example.vn'],
    ['MAIL_FROM', 'Scanleaf <a@example.vn>, <b@example.vn>'],
    ['MAIL_FROM', 'Scanleaf\nBcc: z@example.vn <a@example.vn>'],
    ['SUPPORT_CONTACT', 'the office'],
    ['DKIM_SELECTOR', 'a b'],
    ['SCAN_STREAM_URL', 'http://nats:4222'],
    ['SCAN_STREAM_URL', 'nats://one:4222,two:port'],
    ['SCAN_STREAM_URL', 'nats://an:100%@one'],
    ['SCAN_STREAM_CREDENTIALS', 'SUseed'],
    ['SCAN_STREAM_TOKEN', 'without a server'],
    ['SCAN_STREAM_NAME', 'scans.>'],
  ])('%s=%s makes startup fail with a message that names the setting', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(name))
  })

  const MOMO = { MOMO_PARTNER_CODE: 'SHOP', MOMO_ACCESS_KEY: 'access', MOMO_SECRET_KEY: 'secret' }
  const STRIPE = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const LIVE = { APP_URL: 'https://codes.example.vn' }

  test.each([
    ['MOMO_PARTNER_CODE', { ...MOMO, MOMO_PARTNER_CODE: 'MOMO' }],
    ['MOMO_SECRET_KEY', { ...MOMO, MOMO_SECRET_KEY: 'K951B6PE1waDMi640xX08PD3vg6EkVlz' }],
    ['MOMO_URL', { ...MOMO, MOMO_URL: 'https://test-payment.momo.vn' }],
    ['VNPAY_API_URL', { VNPAY_API_URL: 'https://sandbox.vnpayment.vn/merchant_webapi/api/transaction' }],
    ['STRIPE_SECRET_KEY', { ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_1' }],
    ['PAYPAL_URL', { PAYPAL_URL: 'https://api-m.sandbox.paypal.com' }],
  ])('%s of a sandbox makes startup fail where money is real', (name, settings) => {
    expect(() => readConfig({ ...LIVE, ...settings })).toThrow(new RegExp(`^${name} belongs to a sandbox`))
    expect(readConfig({ ...LIVE, ...settings, PAYMENT_MODE: 'sandbox' }).payments.mode).toBe('sandbox')
    expect(readConfig(settings).payments.mode).toBe('sandbox')
  })

  test.each([
    ['REGISTRATION', 'closed'],
    ['REGISTRATION', 'approval'],
    ['HANDOVER_CODE_ORIGINS', 'https://shop.example'],
  ])('%s=%s is about our own accounts: beside an outside account service startup fails', (name, value) => {
    const outside = { IDENTITY_URL: 'https://id.example.vn' }
    expect(() => readConfig({ ...outside, [name]: value })).toThrow(new RegExp(`^${name}`))
    expect(readConfig(outside).registration).toBe('open')
  })

  test('a replica without a PostgreSQL makes startup fail', () => {
    expect(() => readConfig({ DATABASE_REPLICA_URL: 'postgres://replica/scanleaf' })).toThrow(ConfigError)
  })

  test.each([
    ['MOMO_ACCESS_KEY', { MOMO_PARTNER_CODE: 'SHOP', MOMO_SECRET_KEY: 'secret' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_live_1' }],
    ['CREDIT_CARD', { CREDIT_CARD: 'stripe' }],
  ])('a gateway without %s makes startup fail', (name, settings) => {
    expect(() => readConfig(settings)).toThrow(ConfigError)
    expect(() => readConfig(settings)).toThrow(new RegExp(name))
  })

  test('live keys go to the live hosts of their gateways', () => {
    const { payments } = readConfig({ ...LIVE, ...MOMO, ...STRIPE })
    expect(payments).toMatchObject({ mode: 'live', momo: { url: 'https://payment.momo.vn' }, vnpay: null })
  })

  test('the pages of PDFs lie beside the codes, or on a host of their own', () => {
    expect(readConfig({ CODE_HOST: 'https://qr.example.vn/q' }).pdfHost).toBe('https://qr.example.vn/p')
    expect(readConfig({ PDF_HOST: 'https://pdf.example.vn/' }).pdfHost).toBe('https://pdf.example.vn')
  })

  test('codes below a path of the application share its address, and hide none of its pages', () => {
    const APP_URL = 'https://shop.example.vn'
    expect(readConfig({ APP_URL, CODE_HOST: `${APP_URL}/q`, HOST: '0.0.0.0' })).toMatchObject({
      sharesAddress: true,
      host: '0.0.0.0',
      appHost: '127.0.0.1',
      trustedProxies: ['127.0.0.1'],
      pdfHost: `${APP_URL}/p`,
    })
    expect(readConfig({ APP_URL, CODE_HOST: 'https://qr.example.vn/q', HOST: '0.0.0.0' })).toMatchObject({
      sharesAddress: false,
      appHost: '0.0.0.0',
      trustedProxies: [],
    })
    for (const hidden of ['', '/', '/gateway', '/Settings/q', '/help/q', '/assets'])
      expect(() => readConfig({ APP_URL, CODE_HOST: APP_URL + hidden }), hidden).toThrow(
        /^CODE_HOST=.* another path/,
      )
    expect(() => readConfig({ APP_URL, CODE_HOST: `${APP_URL}/q`, PDF_HOST: `${APP_URL}/help` })).toThrow(
      /^PDF_HOST=.* another path/,
    )
  })

  test('hosts of accounts are below one that has pages alone', () => {
    const on = {
      APP_URL: 'https://app.example.vn',
      CODE_HOST: 'https://qr.example.vn',
      PAGE_HOST_PER_ACCOUNT: 'on',
    }
    expect(readConfig({ ...on, PAGE_HOST: 'https://pages.example.vn' }).pageHostPerAccount).toBe(true)
    for (const PAGE_HOST of [
      undefined,
      'https://qr.example.vn/pages',
      'https://app.example.vn/pages',
      'https://pages.example.vn/all',
      'https://192.0.2.7',
      'https://[2001:db8::7]',
    ])
      expect(() => readConfig({ ...on, PAGE_HOST }), PAGE_HOST).toThrow(/^PAGE_HOST_PER_ACCOUNT=on needs/)
  })

  test.each([
    ['smtps://mail.example.vn', { host: 'mail.example.vn', port: 465, security: 'tls', login: null }],
    [
      'smtp://an%40example.vn:p%3Ass@mail.example.vn',
      { port: 587, security: 'starttls', login: { user: 'an@example.vn', password: 'p:ss' } },
    ],
    ['smtp://localhost:2525', { host: 'localhost', port: 2525, security: 'none' }],
    ['smtp://[::1]', { host: '::1', security: 'none' }],
    ['smtp://127.0.0.1.example.vn', { security: 'starttls' }],
  ])('%s takes mail with TLS, except on the loopback interface', (url, mail) => {
    const from = { name: 'Quán Cà Phê', address: 'no-reply@example.vn' }
    const config = readConfig({ SMTP_URL: url, MAIL_FROM: 'Quán Cà Phê <no-reply@example.vn>' })
    expect(config.mail).toMatchObject({ ...mail, from })
  })

  const SEED = `SU${'A'.repeat(56)}`

  test.each([
    ['nats://one', {}, { servers: ['one:4222'], replicas: null, login: { kind: 'none' }, tls: null }],
    [
      'tls://an:p%40ss@one:4223,nats.example:4224,two/',
      {},
      {
        servers: ['one:4223', 'nats.example:4224', 'two:4222'],
        replicas: 3,
        login: { kind: 'password', user: 'an', password: 'p@ss' },
        tls: 'system',
      },
    ],
    ['nats://127.0.0.1,[::1]:4224', {}, { servers: ['127.0.0.1:4222', '[::1]:4224'], tls: null }],
    ['nats://t0ken@one', {}, { login: { kind: 'token', token: 't0ken' } }],
    ['nats://one', { SCAN_STREAM_TOKEN: 't0ken' }, { login: { kind: 'token', token: 't0ken' } }],
    ['nats://one', { SCAN_STREAM_CREDENTIALS: SEED }, { login: { kind: 'nkey', seed: SEED } }],
    ['nats://one', { SCAN_STREAM_REPLICAS: '3', SCAN_STREAM_NAME: 'mine' }, { replicas: 3, name: 'mine' }],
  ])('SCAN_STREAM_URL=%s with %j', (SCAN_STREAM_URL, rest, expected) => {
    expect(readConfig({ SCAN_STREAM_URL, ...rest }).stream).toMatchObject(expected)
  })

  test.each<[string, Record<string, string>, string]>([
    ['two ways to sign in', { SCAN_STREAM_TOKEN: 'a', SCAN_STREAM_CREDENTIALS: SEED }, 'keep one of'],
    ['an address for TLS', { SCAN_STREAM_URL: 'tls://one,[::1]:4222' }, 'has the address [::1]:4222'],
    ['an authority that is not there', { SCAN_STREAM_CA_FILE: '/nowhere.pem' }, 'cannot be read (ENOENT)'],
  ])('a stream with %s makes startup fail', (_, settings, why) => {
    const env = { SCAN_STREAM_URL: 'nats://one', ...settings }
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(why)
  })
})
