import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '../../platform/db/database'
import { allRows, type ExportOf, jsonFile } from '../../platform/export/entry'
import { findProfile } from './account/repository'
import { invoices } from './invoices/table'
import { billingMovements } from './ledger/movement-table'
import { findWallet } from './ledger/repository'
import { billingNotifications } from './notifications/table'
import { findSubscription } from './subscription-repository'
import { payments } from './table'

const AT_ONCE = 200

type Listed = typeof invoices | typeof payments | typeof billingMovements | typeof billingNotifications

/** What a user bought and paid: invoices, payments, movements of the wallet, and what they were told about them. */
export const exportBilling = ({ db }: Database): ExportOf =>
  async function* (userId) {
    yield jsonFile('billing/account.json', account())
    yield jsonFile('billing/invoices.json', rowsOf(invoices))
    yield jsonFile('billing/payments.json', paid())
    yield jsonFile('billing/wallet.json', rowsOf(billingMovements))
    yield jsonFile('billing/notifications.json', rowsOf(billingNotifications))

    async function* account() {
      yield {
        profile: await findProfile(db, userId),
        subscription: await findSubscription(db, userId),
        wallet: await findWallet(db, userId),
      }
    }

    async function* paid() {
      // The communication with a gateway does not concern the payer.
      for await (const { gatewayResponse: _, openingAt: __, pollAt: ___, ...payment } of rowsOf(payments))
        yield payment
    }

    function rowsOf<T extends Listed>(table: T): AsyncGenerator<T['$inferSelect']> {
      return allRows((last: T['$inferSelect'] | null) =>
        db
          .select()
          .from(table as typeof invoices)
          .where(and(eq(table.userId, userId), last === null ? undefined : gt(table.id, last.id)))
          .orderBy(table.id)
          .limit(AT_ONCE),
      )
    }
  }
