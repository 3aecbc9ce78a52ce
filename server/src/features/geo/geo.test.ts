import { expect, test } from 'vitest'
import { testApp } from '../../testing/app'

const product = testApp()
const behindProxy = testApp({ TRUSTED_PROXIES: '10.0.0.0/8' })

test.each([
  ['113.160.0.1', 'VN'],
  ['::ffff:113.160.0.1', 'VN'],
  ['2405:4800::1', 'VN'],
  ['8.8.8.8', 'US'],
  ['127.0.0.1', null],
  ['192.168.1.1', null],
  ['::1', null],
  ['fe80::1%eth0', null],
])('%s is in %s', async (remoteAddress, country) => {
  const reply = await product.inject({ url: '/geo/country', remoteAddress })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ result: { country } })
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('a forwarded address counts only from a trusted proxy', async () => {
  const headers = { 'x-forwarded-for': '8.8.8.8' }
  const direct = await product.inject({ url: '/geo/country', remoteAddress: '113.160.0.1', headers })
  expect(direct.json().result.country).toBe('VN')
  const proxied = await behindProxy.inject({ url: '/geo/country', remoteAddress: '10.0.0.1', headers })
  expect(proxied.json().result.country).toBe('US')
})
