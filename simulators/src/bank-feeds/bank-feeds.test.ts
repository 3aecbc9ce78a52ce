import { expect, test } from 'vitest'
import { cassoV1 } from './casso'
import { payosSign } from './payos'
import { sepayHeader } from './sepay'

test('the signatures are those of the published examples', () => {
  const sepay = sepayHeader('{"id":92704,"transferAmount":199000}', 'whsec_test', 1_700_000_000)
  expect(sepay).toBe('sha256=4ee1744d3ecc9f6e69b86c309e7a44869d9d788961ea224ddd380731e46dc1c7')
  const casso = {
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
  const key = 'mgExMrjj4i7a1p8Cs6LmFbpCd8lbw4sSX4LZXPag7TKazeIogtR90tvWYTkwQbvs'
  expect(cassoV1(casso, key, 1_727_948_258_788)).toBe(
    'ed0a4bd2e826d5cb69988cdb141e6c1a080e21f3b57eb72cd78192220042b9e7dde0868fc667faea8e224900fa7904e7c88dfa098032fb2d6b6996856e8b7ff3',
  )
  const payos = {
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
  expect(payosSign(payos, '1a54716c8f0efb2744fb28b6e38b25da7f67a925d98bc1c18bd8faaecadd7675')).toBe(
    '412e915d2871504ed31be63c8f62a149a4410d34c4c42affc9006ef9917eaa03',
  )
})
