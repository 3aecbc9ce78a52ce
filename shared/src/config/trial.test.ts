import { expect, test } from 'vitest'
import { trialReason } from './trial'

test.each([
  ['http://localhost:3001', 'this-machine'],
  ['https://localhost', 'this-machine'],
  ['http://LOCALHOST./q', 'this-machine'],
  ['http://qr.localhost:3001', 'this-machine'],
  ['http://127.0.0.1:3001', 'this-machine'],
  ['http://2130706433', 'this-machine'],
  ['http://0.0.0.0:3001', 'this-machine'],
  ['http://[::1]:3001', 'this-machine'],
  ['http://[::]:3001', 'this-machine'],
  ['http://192.168.1.5:3001', 'this-network'],
  ['https://10.0.0.7/q', 'this-network'],
  ['http://172.31.255.1', 'this-network'],
  ['http://169.254.3.4', 'this-network'],
  ['http://100.64.0.9', 'this-network'],
  ['http://[fd12:3456::1]', 'this-network'],
  ['http://[fe80::1]', 'this-network'],
  ['http://[::ffff:192.168.1.5]', 'this-network'],
  ['http://shop-pc:3001', 'this-network'],
  ['https://shop-pc', 'this-network'],
  ['https://qr.local', 'this-network'],
  ['https://qr.lan.', 'this-network'],
  ['https://qr.home.arpa', 'this-network'],
  ['http://qr.shop.vn', 'no-https'],
  ['http://8.8.8.8', 'no-https'],
  ['https://qr.shop.vn/q', null],
  ['https://8.8.8.8', null],
  ['https://127.shop.vn', null],
  ['https://localhost.shop.vn', null],
] as const)('codes with %s are a trial: %s', (address, reason) => {
  expect(trialReason(address)).toBe(reason)
})
