import * as z from 'zod'
import { isLanguage, type Language } from '../languages'
import { OldPlanDetail, Vnd } from './schema'

export const INVOICE_STATUSES = ['open', 'paid', 'void', 'written_off'] as const
export const INVOICE_FORMATS = ['json', 'html', 'pdf'] as const

/** GET billing/invoices/{id}: as data, as a page to print or as a file. */
export const InvoiceQuery = z.object({
  format: z.enum(INVOICE_FORMATS).default('json'),
  lang: z.custom<Language>(isLanguage, { error: 'invalid-choice' }).optional(),
})

const Party = z.object({ name: z.string(), address: z.string(), taxCode: z.string(), email: z.string() })

/** An invoice as printed; unknown fields of a party are empty. */
export const Invoice = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(INVOICE_STATUSES),
  issuedAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  seller: Party,
  buyer: Party,
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.number().int(),
      unitPrice: Vnd,
      amount: Vnd,
      oldPlanDetail: OldPlanDetail.optional(),
    }),
  ),
  /** VAT is included (docs/decisions/billing.md). */
  amount: Vnd,
  /** `net` and `amount` add up to the invoice's amount; null for one that names no rate. */
  vat: z.object({ percent: z.number().int(), net: Vnd, amount: Vnd }).nullable(),
})
export type Invoice = z.infer<typeof Invoice>
