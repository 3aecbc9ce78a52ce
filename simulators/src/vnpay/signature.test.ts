import { expect, test } from 'vitest'
import { signVnpayLine, signVnpayQuery, vnpayText } from './signature'

test.each([
  [
    'TESTSECRET',
    'vnp_Amount=19900000&vnp_Command=pay&vnp_CreateDate=20260301090000&vnp_CurrCode=VND&vnp_ExpireDate=20260301091500&vnp_IpAddr=203.0.113.7&vnp_Locale=vn&vnp_OrderInfo=Thanh+toan+QC7K3M9P2F&vnp_OrderType=other&vnp_ReturnUrl=https%3A%2F%2Fapp.example%2Fpayment%2Freturn%2Fvnpay&vnp_TmnCode=TESTTMN1&vnp_TxnRef=QC7K3M9P2F&vnp_Version=2.1.0',
    '490fc1507df17a447f48e5a2dec7a2ae49c202b790e45dc71725a24be94bf565265c09394fe750f00bf64dea09e6bc779e94a5be94e30918df356615fab695f8',
  ],
  [
    'TESTSECRET',
    'vnp_Amount=19900000&vnp_BankCode=NCB&vnp_BankTranNo=VNP14226112&vnp_CardType=ATM&vnp_OrderInfo=Thanh+toan+QC7K3M9P2F&vnp_PayDate=20260301090512&vnp_ResponseCode=00&vnp_TmnCode=TESTTMN1&vnp_TransactionNo=14226112&vnp_TransactionStatus=00&vnp_TxnRef=QC7K3M9P2F',
    '0cf98de9cdea725c0c68c9309e35da7b7e9045824e837ce149fcfb3ed08014e85ba14d50be8e9d740c631f73845a60c1049c0d93c7300a8e8e1489092a429b7f',
  ],
  [
    'test_secret',
    'vnp_Amount=1000000&vnp_BankCode=NCB&vnp_BankTranNo=VNP14422574&vnp_CardType=ATM&vnp_OrderInfo=Thanh+toan+don+hang+2024-05-21T02%3A17%3A31.249Z&vnp_PayDate=20240521091806&vnp_ResponseCode=00&vnp_TmnCode=TEST_TMN_CODE&vnp_TransactionNo=14422574&vnp_TransactionStatus=00&vnp_TxnRef=1716257871703',
    '649982421beb422556a1374713c74e58e716ecbd05007c0c0e1f7effdfaf361dbf146889ca446139afe11b9954c4d5c486e99e3b86fcfab6957f29eb0be72895',
  ],
])('payments §3: a query signed by %s', (secret, text, expected) => {
  const fields = Object.fromEntries([...new URLSearchParams(text)].reverse())
  const given = { ...fields, vnp_BankTranId: '', vnp_SecureHash: 'not signed' }
  expect(vnpayText(given)).toBe(text)
  expect(signVnpayQuery(given, secret)).toBe(expected)
})

test('payments §3: a question', () => {
  const fields = {
    vnp_RequestId: 'REQ1',
    vnp_Version: '2.1.0',
    vnp_Command: 'querydr',
    vnp_TmnCode: 'TESTTMN1',
    vnp_TxnRef: 'QC7K3M9P2F',
    vnp_TransactionDate: '20260301090000',
    vnp_CreateDate: '20260301092000',
    vnp_IpAddr: '203.0.113.7',
    vnp_OrderInfo: 'Truy van QC7K3M9P2F',
  }
  expect(signVnpayLine('querydr', fields, 'TESTSECRET')).toBe(
    'ad02151ba546f1378c47e01e6643ea62a725c03ad79d0c10a3e4f257ad0b644fc878075b5a356e1f1de996bf1f41f21bf099c89abe68abae89df5a051425ac3b',
  )
})
