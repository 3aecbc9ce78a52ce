import { expect, test } from 'vitest'
import { BANK_APPS, bankAppLink } from './bank-apps'
import type { TransferInfo } from './schema'

const transfer: TransferInfo = {
  transactionId: 'QC7K3M9P2F',
  paymentType: 'bank-transfer',
  bankName: 'ACB',
  bankBin: '970416',
  branch: '',
  accountName: 'CONG TY SCANLEAF',
  accountNumber: '123456789',
  amount: 56_667,
  content: 'QC7K3M9P2F',
  qr: '',
  note: '',
  expiresAt: '2099-01-01T00:00:00.000Z',
}

test('a link to a banking app has the parts that VietQR documents, and none leads to an unknown bank', () => {
  const [app] = BANK_APPS
  expect(bankAppLink(app, transfer, 'https://qr.example/payment/dashboard')).toBe(
    'https://dl.vietqr.io/pay?app=acb&am=56667&tn=QC7K3M9P2F&ba=123456789@acb&bn=CONG+TY+SCANLEAF&url=https://qr.example/payment/dashboard',
  )
  expect(bankAppLink(app, { ...transfer, bankBin: '970457' }, 'https://qr.example/')).toBeNull()
  expect(bankAppLink(app, { ...transfer, amount: null }, null)).toBe(
    'https://dl.vietqr.io/pay?app=acb&tn=QC7K3M9P2F&ba=123456789@acb&bn=CONG+TY+SCANLEAF',
  )
})
