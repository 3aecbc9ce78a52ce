import { TransactionPage } from '@scanleaf/shared'

export const TransactionPageResponse = TransactionPage
