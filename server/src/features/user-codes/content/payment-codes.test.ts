import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../testing/app'
import { userCodes } from '../table'
import { aStaticCode, codesOf } from '../testing'

const given = testApp()

const SIGN = { bank: '970436', number: '0123456789', accountName: 'CA PHE LA', memo: 'BAN04' }

test('a payment code is found by the name of its bank, its account and its memo', async () => {
  const codes = codesOf(given, await given.signedIn())
  const { id } = await codes.save(aStaticCode('VietQR', SIGN))
  for (const q of ['vietcombank', 'ngoai thuong', '970436', '0123456', 'ca phe', 'ban04']) {
    const found = await codes.list({ q, productId: 'static-code' })
    expect(
      found.result.map((code: { id: string }) => code.id),
      q,
    ).toEqual([id])
  }
})

test('the code of a bank comes with what it says', async () => {
  const codes = codesOf(given, await given.signedIn())
  const text =
    '00020101021138580016A00526628466257701080000041802030010315I90BYP17BC295VZ53034185802LA630491B3'
  const code = await codes.save(aStaticCode('PaymentCode', { text }))
  expect(code.paymentCode).toEqual({
    ...{ scheme: 'LAPNet', country: 'LA', name: '', city: '', currency: '418', amount: null, isMany: true },
  })
  expect(await codes.save(aStaticCode('VietQR', SIGN))).not.toHaveProperty('paymentCode')
  await given
    .database()
    .db.update(userCodes)
    .set({ codeContent: JSON.stringify({ text: `${text}0` }) })
    .where(eq(userCodes.id, code.id))
  expect(await codes.read(code.id)).not.toHaveProperty('paymentCode')
})
