import { expect, test } from 'vitest'
import { addressFor } from './gateway'
import { isVnpayHash, readSignedQuery, SIGNED, vnpayHash, vnpayLine, vnpayQuery } from './signature'
import { vnpayDay, vnpayTime } from './vnpay-time'

const SECRET = 'TESTSECRET'
const WEBHOOK =
  'vnp_Amount=19900000&vnp_BankCode=NCB&vnp_BankTranNo=VNP14226112&vnp_CardType=ATM&vnp_OrderInfo=Thanh+toan+QC7K3M9P2F&vnp_PayDate=20260301090512&vnp_ResponseCode=00&vnp_TmnCode=TESTTMN1&vnp_TransactionNo=14226112&vnp_TransactionStatus=00&vnp_TxnRef=QC7K3M9P2F'
const WEBHOOK_HASH =
  '0cf98de9cdea725c0c68c9309e35da7b7e9045824e837ce149fcfb3ed08014e85ba14d50be8e9d740c631f73845a60c1049c0d93c7300a8e8e1489092a429b7f'

test('the payment of payments §3', () => {
  const query = vnpayQuery({
    vnp_Version: '2.1.0',
    vnp_Command: 'pay',
    vnp_TmnCode: 'TESTTMN1',
    vnp_Amount: '19900000',
    vnp_CurrCode: 'VND',
    vnp_TxnRef: 'QC7K3M9P2F',
    vnp_OrderInfo: 'Thanh toan QC7K3M9P2F',
    vnp_OrderType: 'other',
    vnp_Locale: 'vn',
    vnp_ReturnUrl: 'https://app.example/payment/return/vnpay',
    vnp_IpAddr: '203.0.113.7',
    vnp_CreateDate: vnpayTime(new Date('2026-03-01T02:00:00Z')),
    vnp_ExpireDate: vnpayTime(new Date('2026-03-01T02:15:00Z')),
    vnp_BankCode: '',
    vnp_SecureHash: 'not signed',
  })
  expect(query).toBe(
    'vnp_Amount=19900000&vnp_Command=pay&vnp_CreateDate=20260301090000&vnp_CurrCode=VND&vnp_ExpireDate=20260301091500&vnp_IpAddr=203.0.113.7&vnp_Locale=vn&vnp_OrderInfo=Thanh+toan+QC7K3M9P2F&vnp_OrderType=other&vnp_ReturnUrl=https%3A%2F%2Fapp.example%2Fpayment%2Freturn%2Fvnpay&vnp_TmnCode=TESTTMN1&vnp_TxnRef=QC7K3M9P2F&vnp_Version=2.1.0',
  )
  expect(vnpayHash(query, SECRET)).toBe(
    '490fc1507df17a447f48e5a2dec7a2ae49c202b790e45dc71725a24be94bf565265c09394fe750f00bf64dea09e6bc779e94a5be94e30918df356615fab695f8',
  )
})

test('the question of payments §3', () => {
  const line = vnpayLine(SIGNED.querydr, {
    vnp_RequestId: 'REQ1',
    vnp_Version: '2.1.0',
    vnp_Command: 'querydr',
    vnp_TmnCode: 'TESTTMN1',
    vnp_TxnRef: 'QC7K3M9P2F',
    vnp_TransactionDate: '20260301090000',
    vnp_CreateDate: '20260301092000',
    vnp_IpAddr: '203.0.113.7',
    vnp_OrderInfo: 'Truy van QC7K3M9P2F',
  })
  expect(line).toBe(
    'REQ1|2.1.0|querydr|TESTTMN1|QC7K3M9P2F|20260301090000|20260301092000|203.0.113.7|Truy van QC7K3M9P2F',
  )
  expect(vnpayHash(line, SECRET)).toBe(
    'ad02151ba546f1378c47e01e6643ea62a725c03ad79d0c10a3e4f257ad0b644fc878075b5a356e1f1de996bf1f41f21bf099c89abe68abae89df5a051425ac3b',
  )
})

test('webhooks are read as payments §3 signs them, in any order, the hash in any case', () => {
  expect(readSignedQuery(`${WEBHOOK}&vnp_SecureHash=${WEBHOOK_HASH}`, SECRET)).toMatchObject({
    vnp_TxnRef: 'QC7K3M9P2F',
    vnp_OrderInfo: 'Thanh toan QC7K3M9P2F',
  })
  const shuffled = `vnp_SecureHashType=HmacSHA512&vnp_SecureHash=${WEBHOOK_HASH.toUpperCase()}&utm=1&${WEBHOOK.split('&').reverse().join('&')}`
  expect(readSignedQuery(shuffled, SECRET)).not.toBeNull()
  const independent =
    'vnp_Amount=1000000&vnp_BankCode=NCB&vnp_BankTranNo=VNP14422574&vnp_CardType=ATM&vnp_OrderInfo=Thanh+toan+don+hang+2024-05-21T02%3A17%3A31.249Z&vnp_PayDate=20240521091806&vnp_ResponseCode=00&vnp_TmnCode=TEST_TMN_CODE&vnp_TransactionNo=14422574&vnp_TransactionStatus=00&vnp_TxnRef=1716257871703&vnp_SecureHash=649982421beb422556a1374713c74e58e716ecbd05007c0c0e1f7effdfaf361dbf146889ca446139afe11b9954c4d5c486e99e3b86fcfab6957f29eb0be72895'
  expect(readSignedQuery(independent, 'test_secret')).not.toBeNull()
})

test.each([
  ['another amount', WEBHOOK.replace('19900000', '1990000'), WEBHOOK_HASH],
  ['a hash of nothing', WEBHOOK, ''],
  ['a shorter hash', WEBHOOK, WEBHOOK_HASH.slice(2)],
  ['a name that comes twice', `${WEBHOOK}&vnp_Amount=19900000`, WEBHOOK_HASH],
  ['a second hash', `${WEBHOOK}&vnp_SecureHash=00`, WEBHOOK_HASH],
])('a webhook with %s is refused', (_, query, hash) =>
  expect(readSignedQuery(`${query}&vnp_SecureHash=${hash}`, SECRET)).toBeNull(),
)

test('an answer is signed over all of its values', () => {
  const line = vnpayLine(SIGNED.querydrAnswer, { vnp_ResponseCode: '00' })
  expect(line).toBe('||00||||||||||||')
  expect(isVnpayHash(vnpayHash(line, SECRET), line, SECRET)).toBe(true)
  expect(isVnpayHash(vnpayHash(line, SECRET), line, 'another')).toBe(false)
})

test.each([
  ['2026-03-01T16:59:59Z', '20260301235959', '20260301'],
  ['2026-03-01T17:00:00Z', '20260302000000', '20260302'],
  ['2028-02-28T17:00:00Z', '20280229000000', '20280229'],
  ['2026-12-31T17:00:00.999Z', '20270101000000', '20270101'],
])('%s is %s in Viet Nam', (utc, expected, day) => {
  expect(vnpayTime(new Date(utc))).toBe(expected)
  expect(vnpayDay(new Date(utc))).toBe(day)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['::1', '127.0.0.1'],
  ['fe80::1%eth0', '127.0.0.1'],
  ['unknown', '127.0.0.1'],
])('a payer at %s is told as %s', (address, expected) => expect(addressFor(address)).toBe(expected))
