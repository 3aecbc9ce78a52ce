import { Invoice, resultOf } from '@scanleaf/shared'

export const InvoiceResponse = resultOf(Invoice)
