import {
  ConfirmTransfer,
  GiveReason,
  ListTransfers,
  pageMeta,
  Refund,
  RefundTransfer,
  resultOf,
  Text,
  Transfer,
  TransferPage,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import type { PollingDependencies } from '../payments/gateway-polling'
import { findPaymentsByRef } from '../payments/repository'
import { listRefundsOf } from '../refunds/refund-repository'
import { sendRefund } from '../refunds/refunds'
import { confirmTransfer, findOutside, refundTransfer, rejectTransfer } from './operator-actions'
import { operatorTransaction, tags, toRead, toUpdate } from './operator-transaction'
import { presentRefund, presentTransfer } from './present'
import { listTransfers } from './repository'

const ByRef = z.object({ id: Text.max(20) })

/** Payments by bank transfer, and what was given back of payments of all kinds. */
export const transferRoutes: FastifyPluginAsyncZod<PollingDependencies> = async (app, context) => {
  const { db } = context.database

  app.get(
    '/transfers',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, querystring: ListTransfers, response: { 200: TransferPage } },
    },
    async (request) => {
      const { rows, total } = await listTransfers(db, request.query)
      return { result: rows.map(presentTransfer), meta: pageMeta(total, request.query) }
    },
  )

  app.post(
    '/transfers/:id/confirm',
    {
      ...toUpdate,
      schema: { tags, params: ByRef, body: ConfirmTransfer, response: { 200: resultOf(Transfer) } },
    },
    (request) =>
      operatorTransaction(context, request, async (hand) => {
        await confirmTransfer(hand, request.params.id, request.body)
        return oneTransfer(hand.tx, request.params.id)
      }),
  )

  app.post(
    '/transfers/:id/reject',
    {
      ...toUpdate,
      schema: { tags, params: ByRef, body: GiveReason, response: { 200: resultOf(Transfer) } },
    },
    (request) =>
      operatorTransaction(context, request, async (hand) => {
        await rejectTransfer(hand, request.params.id, request.body.reason)
        return oneTransfer(hand.tx, request.params.id)
      }),
  )

  app.post(
    '/transfers/:id/refund',
    {
      ...toUpdate,
      schema: { tags, params: ByRef, body: RefundTransfer, response: { 200: resultOf(Transfer) } },
    },
    async (request) => {
      const { id } = request.params
      const { refundId } = await operatorTransaction(context, request, async (hand) => ({
        refundId: await refundTransfer(hand, id, request.body),
      }))
      // A repeated call finds the refund made, and sends it if that has not happened yet.
      await sendRefund(context, refundId)
      return oneTransfer(db, id)
    },
  )

  app.get(
    '/transfers/:id/refunds',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, params: ByRef, response: { 200: resultOf(z.array(Refund)) } },
    },
    async (request) => {
      const { id } = await findOutside(db, request.params.id)
      return { result: (await listRefundsOf(db, id)).map(presentRefund) }
    },
  )
}

async function oneTransfer(tx: Db, ref: string) {
  const [payment] = await findPaymentsByRef(tx, [ref])
  if (!payment) throw new AppError('NotFound')
  return { result: presentTransfer(payment) }
}
