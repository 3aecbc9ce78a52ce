import { Invoice, resultOf } from '@scanleaf/shared'

export const InvoiceAnswer = resultOf(Invoice)
