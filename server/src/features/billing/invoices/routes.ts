import { Invoice, InvoiceQuery, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { SellerConfig } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import { acting } from '../../../platform/http/acting'
import { contentDisposition } from '../../../platform/http/content-disposition'
import type { Translator } from '../../../platform/i18n'
import { requestedLanguage } from '../request-language'
import { INVOICE_PAGE_POLICY, invoicePage } from './invoice-html'
import { drawInvoicePdf } from './invoice-pdf'
import { invoiceTexts } from './invoice-texts'
import { type LineTexts, lineTexts } from './line-texts'
import { findInvoice, type InvoiceRow } from './repository'

export interface InvoiceContext {
  database: Database
  /** Who sells, as invoices name it. */
  seller: SellerConfig
  /** Has the namespaces `invoice-lines` and `billing-history`. */
  translator: Translator
}

/** GET /invoices/{id}: an own invoice as data, as a page to print or as a PDF. */
export const invoiceRoutes: FastifyPluginAsyncZod<InvoiceContext> = async (
  app,
  { database: { db }, seller, translator },
) => {
  app.get(
    '/invoices/:id',
    {
      config: { access: 'billing:read' },
      schema: { tags: ['billing'], params: z.object({ id: z.uuid() }), querystring: InvoiceQuery },
    },
    async (request, reply) => {
      const row = await findInvoice(db, acting(request).ownerId, request.params.id)
      if (!row) throw new AppError('NotFound')
      const { format, lang } = request.query
      const language = requestedLanguage(request, lang)
      const invoice = presentInvoice(row, seller, await lineTexts(translator, db, language))
      if (format === 'json') return resultOf(Invoice).parse({ result: invoice })
      const texts = invoiceTexts(invoice, language, translator)
      if (format === 'html')
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', INVOICE_PAGE_POLICY)
          .send(invoicePage(texts, language))
      return reply
        .type('application/pdf')
        .header('content-disposition', contentDisposition('attachment', `${row.number}.pdf`))
        .send(await drawInvoicePdf(texts, language))
    },
  )
}

function presentInvoice(row: InvoiceRow, seller: SellerConfig, texts: LineTexts): Invoice {
  const { id, number, status, issuedAt, paidAt, amount, buyer, vatPercent, vatAmount } = row
  return {
    id,
    number,
    status,
    issuedAt: issuedAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    seller,
    buyer: { name: buyer.company, address: buyer.address, taxCode: buyer.taxCode, email: buyer.email },
    lines: row.lines.map((line) => ({
      description: texts.line(line),
      quantity: line.quantity,
      unitPrice: Number(line.unitPrice),
      amount: Number(line.amount),
      ...(line.oldPlan && {
        oldPlanDetail: {
          originPrice: Number(line.oldPlan.originPrice),
          discount: Number(line.oldPlan.discount),
          description: texts.plan(line.oldPlan.plan),
        },
      }),
    })),
    amount: Number(amount),
    vat:
      vatPercent === null || vatAmount === null
        ? null
        : { percent: vatPercent, net: Number(amount - vatAmount), amount: Number(vatAmount) },
  }
}
