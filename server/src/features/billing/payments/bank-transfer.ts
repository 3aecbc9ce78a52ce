import { bankOf, writeVietQr } from '@scanleaf/qr'
import type { Language, TransferInfo } from '@scanleaf/shared'
import type { BankConfig } from '../../../platform/config/config'
import type { Translator } from '../../../platform/i18n'
import type { PaymentRow } from './repository'

/** Instructions for transferring the remaining amount of a payment. */
export function transferInfo(
  payment: PaymentRow,
  bank: BankConfig,
  translator: Translator,
  language: Language,
): TransferInfo {
  const t = translator.in(language, 'invoice-lines')
  const missing = payment.amount - payment.paid
  return {
    transactionId: payment.ref,
    paymentType: 'bank-transfer',
    bankName: bankOf(bank.bin)?.name ?? bank.bin,
    bankBin: bank.bin,
    branch: bank.branch,
    accountName: bank.accountName,
    accountNumber: bank.accountNumber,
    amount: Number(missing),
    content: payment.ref,
    qr: writeVietQr({
      bin: bank.bin,
      number: bank.accountNumber,
      use: 'once',
      amount: String(missing),
      memo: payment.ref,
    }),
    note: t('transfer-note', { content: payment.ref }),
    expiresAt: payment.expiresAt.toISOString(),
  }
}
