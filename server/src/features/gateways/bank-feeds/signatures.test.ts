import { expect, test } from 'vitest'
import { cassoSignature, isSignedByCasso } from './casso/signature'
import { isSignedByPayos, payosSignature } from './payos/signature'
import { isSignedBySepay, sepaySignature } from './sepay/signature'

test('SePay: the example of payments.md, within five minutes of its time, over the bytes as they came', () => {
  const raw = Buffer.from('{"id":92704,"transferAmount":199000}')
  const hex = '4ee1744d3ecc9f6e69b86c309e7a44869d9d788961ea224ddd380731e46dc1c7'
  expect(sepaySignature('whsec_test', '1700000000', raw)).toBe(hex)
  const signed = { raw, signature: `sha256=${hex}`, timestamp: '1700000000' }
  const isSigned = (change: object, seconds = 1_700_000_000) =>
    isSignedBySepay({ ...signed, ...change }, 'whsec_test', new Date(seconds * 1000))
  for (const seconds of [0, 300, -300]) expect(isSigned({}, 1_700_000_000 + seconds)).toBe(true)
  for (const seconds of [301, -301]) expect(isSigned({}, 1_700_000_000 + seconds)).toBe(false)
  const otherBytes = Buffer.from('{"id": 92704,"transferAmount":199000}')
  for (const change of [
    { raw: otherBytes },
    { signature: hex },
    { signature: undefined },
    { signature: [`sha256=${hex}`] },
    { timestamp: '1.7e9' },
    { timestamp: undefined },
  ])
    expect(isSigned(change), JSON.stringify(change)).toBe(false)
})

const CASSO_KEY = 'mgExMrjj4i7a1p8Cs6LmFbpCd8lbw4sSX4LZXPag7TKazeIogtR90tvWYTkwQbvs'
const CASSO_V1 =
  'ed0a4bd2e826d5cb69988cdb141e6c1a080e21f3b57eb72cd78192220042b9e7dde0868fc667faea8e224900fa7904e7c88dfa098032fb2d6b6996856e8b7ff3'
const CASSO_BODY = {
  error: 0,
  data: {
    id: 0,
    reference: 'MA_GIAO_DICH_THU_NGHIEM',
    description: 'giao dich thu nghiem',
    amount: 599_000,
    runningBalance: 25_000_000,
    transactionDateTime: '2024-10-03 15:06:37',
    accountNumber: '88888888',
    bankName: 'VPBank',
    bankAbbreviation: 'VPB',
    virtualAccountNumber: '',
    virtualAccountName: '',
    counterAccountName: 'NGUYEN VAN A',
    counterAccountNumber: '8888888888',
    counterAccountBankId: '970415',
    counterAccountBankName: 'VietinBank',
  },
}

test('Casso: the published example, and nothing that differs from it', () => {
  expect(cassoSignature(CASSO_KEY, '1727948258788', CASSO_BODY)).toBe(CASSO_V1)
  const header = `t=1727948258788,v1=${CASSO_V1}`
  expect(isSignedByCasso(CASSO_BODY, header, CASSO_KEY)).toBe(true)
  const more = { ...CASSO_BODY, data: { ...CASSO_BODY.data, amount: 599_001 } }
  expect(isSignedByCasso(more, header, CASSO_KEY)).toBe(false)
  for (const wrong of [undefined, '', header.slice(0, -1), header.replace('788', '789'), [header]])
    expect(isSignedByCasso(CASSO_BODY, wrong, CASSO_KEY)).toBe(false)
})

const PAYOS_KEY = '1a54716c8f0efb2744fb28b6e38b25da7f67a925d98bc1c18bd8faaecadd7675'
const PAYOS_DATA = {
  orderCode: 123,
  amount: 3_000,
  description: 'VQRIO123',
  accountNumber: '12345678',
  reference: 'TF230204212323',
  transactionDateTime: '2023-02-04 18:25:00',
  currency: 'VND',
  paymentLinkId: '124c33293c43417ab7879e14c8d9eb18',
  code: '00',
  desc: 'Thành công',
  counterAccountBankId: '',
  counterAccountBankName: '',
  counterAccountName: '',
  counterAccountNumber: '',
  virtualAccountName: '',
  virtualAccountNumber: '',
}

test('payOS: the published example, with null in the place of nothing too', () => {
  const signature = '412e915d2871504ed31be63c8f62a149a4410d34c4c42affc9006ef9917eaa03'
  expect(payosSignature(PAYOS_KEY, PAYOS_DATA)).toBe(signature)
  expect(isSignedByPayos({ ...PAYOS_DATA, virtualAccountName: null }, signature, PAYOS_KEY)).toBe(true)
  expect(isSignedByPayos({ ...PAYOS_DATA, amount: 3_001 }, signature, PAYOS_KEY)).toBe(false)
  expect(isSignedByPayos(PAYOS_DATA, [signature], PAYOS_KEY)).toBe(false)
})
