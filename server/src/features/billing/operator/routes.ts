import {
  AssignReceipt,
  ConfirmTransfer,
  GiveReason,
  ImportedStatement,
  ImportStatement,
  LedgerCheck,
  LedgerCheckPage,
  ListReceipts,
  ListTransfers,
  OperatorActionPage,
  Paging,
  pageMeta,
  Receipt,
  ReceiptPage,
  RecordReceipt,
  Refund,
  RefundTransfer,
  resultOf,
  Text,
  Transfer,
  TransferPage,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { operatorOf, operatorRoute, requirePermission } from '../../account'
import { idempotentTransaction } from '../idempotent-transaction'
import { listChecks, runInvariantsCheck } from '../ledger/invariants-repository'
import type { PollingDependencies } from '../payments/gateway-polling'
import { findPaymentsByRef } from '../payments/repository'
import { listRefundsOf } from '../refunds/refund-repository'
import { sendRefund } from '../refunds/refunds'
import {
  assignReceipt,
  confirmTransfer,
  findOutside,
  importStatement,
  type OperatorTransaction,
  recordReceipt,
  refundReceipt,
  refundTransfer,
  rejectTransfer,
} from './operator-actions'
import { presentAction, presentCheck, presentReceipt, presentRefund, presentTransfer } from './present'
import { findReceiptWithRef, listActions, listReceipts, listTransfers } from './repository'

const ByRef = z.object({ id: Text.max(20) })
const ById = z.object({ id: z.uuid() })

/** Under /gateway/api/admin/billing: permission `read` on the resource `billing` to see it, `update` to act. */
export const operatorRoutes: FastifyPluginAsyncZod<PollingDependencies> = async (app, context) => {
  const { database, clock } = context
  const { db } = database
  const tags = ['billing-operator']
  const toRead = requirePermission('billing', 'read')
  const update = { resource: 'billing', action: 'update' } as const
  const toUpdate = operatorRoute({ ...update, on: 'money', confirm: true })
  const toCheck = operatorRoute({ ...update, on: 'installation', confirm: false })

  async function oneTransfer(tx: Db, ref: string) {
    const [payment] = await findPaymentsByRef(tx, [ref])
    if (!payment) throw new AppError('NotFound')
    return { result: presentTransfer(payment) }
  }

  async function oneReceipt(tx: Db, id: string) {
    const row = await findReceiptWithRef(tx, id)
    if (!row) throw new AppError('NotFound')
    return { result: presentReceipt(row) }
  }

  /** Runs an action and its response in one transaction. */
  const operatorAction = <T>(
    request: FastifyRequest,
    work: (operatorAction: OperatorTransaction) => Promise<T>,
  ): Promise<T> => {
    const now = clock.now()
    const call = `${request.method} ${request.url}`
    return idempotentTransaction({ database, now }, request, call, (tx) =>
      work({ tx, operator: operatorOf(request), now }),
    )
  }

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
      operatorAction(request, async (hand) => {
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
      operatorAction(request, async (hand) => {
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
      const { refundId } = await operatorAction(request, async (hand) => ({
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
      operatorAction(request, async (hand) => oneReceipt(hand.tx, await recordReceipt(hand, request.body))),
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
      operatorAction(request, async (hand) => {
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
      operatorAction(request, async (hand) => {
        await refundReceipt(hand, request.params.id, request.body.reason)
        return oneReceipt(hand.tx, request.params.id)
      }),
  )

  app.get(
    '/checks',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, querystring: Paging, response: { 200: LedgerCheckPage } },
    },
    async (request) => {
      const { page, limit } = request.query
      const { rows, total } = await listChecks(db, { offset: (page - 1) * limit, limit })
      return { result: rows.map(presentCheck), meta: pageMeta(total, request.query) }
    },
  )

  app.post(
    '/checks',
    { ...toCheck, schema: { tags, response: { 200: resultOf(LedgerCheck) } } },
    async () => ({ result: await database.transaction((tx) => runInvariantsCheck(tx, clock.now())) }),
  )

  app.get(
    '/audit',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, querystring: Paging, response: { 200: OperatorActionPage } },
    },
    async (request) => {
      const { rows, total } = await listActions(db, request.query)
      return { result: rows.map(presentAction), meta: pageMeta(total, request.query) }
    },
  )
}
