import { expect, test } from 'vitest'
import { loggedUrl } from './logging'

test.each([
  ['/profile?sid=abc&lang=vi', '/profile?sid=***&lang=vi'],
  ['/?setup=abc', '/?setup=***'],
  ['/auth?code=abc&lng=vi', '/auth?code=***&lng=vi'],
  ['/users?q=lan%40quan.vn&page=1', '/users?q=***&page=1'],
  ['/payment/return/momo?resultCode=0&signature=ab12', '/payment/return/momo?resultCode=0&signature=***'],
  ['/gateway/api/qrcode/code-files/aB3_-x?lang=vi', '/gateway/api/qrcode/code-files/***?lang=vi'],
  ['/webhooks/vnpay?vnp_TxnRef=QC7&vnp_SecureHash=ab12', '/webhooks/vnpay?vnp_TxnRef=QC7&vnp_SecureHash=***'],
])('%s is logged as %s', (url, expected) => expect(loggedUrl(url)).toBe(expected))
