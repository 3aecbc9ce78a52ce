import { TransactionPage } from '@scanleaf/shared'

export const TransactionPageAnswer = TransactionPage
