import { expect, test } from 'vitest'
import { signMomo } from './signature'

const KEYS = { accessKey: 'F8BBA842ECF85', secretKey: 'K951B6PE1waDMi640xX08PD3vg6EkVlz' }
const ORDER = {
  partnerCode: 'MOMO',
  orderId: 'QC7K3M9P2F',
  requestId: 'QC7K3M9P2F-1',
  amount: 199_000,
  orderInfo: 'Thanh toan QC7K3M9P2F',
  extraData: '',
}

test.each([
  [
    'create',
    {
      ipnUrl: 'https://app.example/webhooks/momo',
      redirectUrl: 'https://app.example/payment/return/momo',
      requestType: 'captureWallet',
    },
    '733061fddb4a728ecbeb62f68c6385834326a1f41cf7445c989eedaad08251fe',
  ],
  [
    'webhook',
    {
      message: 'Successful.',
      orderType: 'momo_wallet',
      payType: 'qr',
      responseTime: 1721720663942,
      resultCode: 0,
      transId: 4088878653,
    },
    'ae9d6c88a8d37cbe79a2f4548beebf5c005c55bab7cd2baf775a4305dc32f083',
  ],
  [
    'query',
    { requestId: 'QC7K3M9P2F-q1' },
    '04e050542077d7ee20bd5040a6899b56b874ba3e3828bc5819a367f24086e441',
  ],
  [
    'refund',
    { orderId: 'QC7K3M9P2F-R1', requestId: 'QC7K3M9P2F-R1', description: '', transId: 4088878653 },
    'e1483dcf8720b72406fd4650cf3d08e878c704695e990a918585184cea03cdc5',
  ],
] as const)('payments §2: %s', (message, fields, expected) => {
  expect(signMomo(message, { ...ORDER, ...fields }, KEYS)).toBe(expected)
})
