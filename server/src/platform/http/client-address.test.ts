import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '../app-error'
import { clientAddress } from './client-address'

const requestFrom = (remoteAddress: string, forwardedFor?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  }) as unknown as IncomingMessage

describe('without trusted proxies', () => {
  const addressOf = clientAddress([])
  test.each([
    ['203.0.113.7', undefined, '203.0.113.7'],
    ['::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['2001:db8::7', undefined, '2001:db8::7'],
    ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['127.0.0.1', '198.51.100.1', '127.0.0.1'],
  ])('%s with %s is %s', (peer, header, expected) => {
    expect(addressOf(requestFrom(peer, header))).toBe(expected)
  })
})

describe('behind 10.0.0.0/8, 192.0.2.1 and 2001:db8:1::/48', () => {
  const addressOf = clientAddress(['10.0.0.0/8', '192.0.2.1', '2001:db8:1::/48'])
  test.each([
    ['a stranger is not believed', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['a proxy is', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['over an IPv6 socket too', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['an IPv6 proxy too', '2001:db8:1::9', '2001:db8:ffff::1', '2001:db8:ffff::1'],
    ['a chain is followed from the right', '10.1.2.3', '198.51.100.1, 192.0.2.1', '198.51.100.1'],
    ['what the client wrote in front is ignored', '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['words are not an address', '10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
    ['no header', '10.1.2.3', undefined, '10.1.2.3'],
    ['only proxies', '10.1.2.3', '10.9.9.9', '10.9.9.9'],
  ])('%s', (_case, peer, header, expected) => {
    expect(addressOf(requestFrom(peer, header))).toBe(expected)
  })
})

test.each([
  ['172.18.0.5', '203.0.113.7', true],
  ['::ffff:192.168.1.9', '203.0.113.7', true],
  ['127.0.0.1', '203.0.113.7', true],
  ['fd12::5', '203.0.113.7', true],
  ['172.18.0.5', undefined, false],
  ['203.0.113.9', '203.0.113.7', false],
  ['10.1.2.3', '203.0.113.7', false],
])('%s that forwards for %s is a proxy that is not listed: %s', (peer, header, isUnlisted) => {
  const unlisted: string[] = []
  const addressOf = clientAddress(['10.0.0.0/8'], (proxy) => unlisted.push(proxy))
  addressOf(requestFrom(peer, header))
  expect(unlisted.length > 0).toBe(isUnlisted)
})

test.each(['proxy.example', '10.0.0.0/40', '300.1.1.1'])(
  '%s stops the start and names the setting',
  (range) => {
    expect(() => clientAddress([range])).toThrow(ConfigError)
    expect(() => clientAddress([range])).toThrow('TRUSTED_PROXIES')
  },
)
