import {
  AssignReceipt,
  GiveReason,
  ImportedStatement,
  ImportStatement,
  ListReceipts,
  pageMeta,
  Receipt,
  ReceiptPage,
  RecordReceipt,
  resultOf,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { operatorOf } from '../../account'
import type { PollingDependencies } from '../payments/gateway-polling'
import { assignReceipt, importStatement, recordReceipt, refundReceipt } from './operator-actions'
import { operatorTransaction, tags, toRead, toUpdate } from './operator-transaction'
import { presentReceipt } from './present'
import { findReceiptWithRef, listReceipts } from './repository'

const ById = z.object({ id: z.uuid() })

/** Lines of the bank's statement. */
export const receiptRoutes: FastifyPluginAsyncZod<PollingDependencies> = async (app, context) => {
  const { database, clock } = context
  const { db } = database

  app.get(
    '/receipts',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, querystring: ListReceipts, response: { 200: ReceiptPage } },
    },
    async (request) => {
      const { rows, total } = await listReceipts(db, request.query)
      return { result: rows.map(presentReceipt), meta: pageMeta(total, request.query) }
    },
  )

  app.post(
    '/receipts',
    { ...toUpdate, schema: { tags, body: RecordReceipt, response: { 200: resultOf(Receipt) } } },
    (request) =>
      operatorTransaction(context, request, async (hand) =>
        oneReceipt(hand.tx, await recordReceipt(hand, request.body)),
      ),
  )

  app.post(
    '/receipts/import',
    {
      ...toUpdate,
      schema: { tags, body: ImportStatement, response: { 200: resultOf(ImportedStatement) } },
    },
    async (request) => {
      const byOperator = { operator: operatorOf(request), now: clock.now() }
      return { result: await importStatement(database, byOperator, request.body) }
    },
  )

  app.post(
    '/receipts/:id/assign',
    {
      ...toUpdate,
      schema: { tags, params: ById, body: AssignReceipt, response: { 200: resultOf(Receipt) } },
    },
    (request) =>
      operatorTransaction(context, request, async (hand) => {
        await assignReceipt(hand, request.params.id, request.body)
        return oneReceipt(hand.tx, request.params.id)
      }),
  )

  app.post(
    '/receipts/:id/refund',
    {
      ...toUpdate,
      schema: { tags, params: ById, body: GiveReason, response: { 200: resultOf(Receipt) } },
    },
    (request) =>
      operatorTransaction(context, request, async (hand) => {
        await refundReceipt(hand, request.params.id, request.body.reason)
        return oneReceipt(hand.tx, request.params.id)
      }),
  )
}

async function oneReceipt(tx: Db, id: string) {
  const row = await findReceiptWithRef(tx, id)
  if (!row) throw new AppError('NotFound')
  return { result: presentReceipt(row) }
}
