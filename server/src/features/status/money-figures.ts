import { judge, type StatusProvider } from '@scanleaf/shared'
import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/database'
import { countUnmatched, lastCheck } from '../billing'
import { configuredProviders, type ProviderContact, readContacts } from '../gateways'
import type { Measurement } from './measurement'

export async function readMoney(
  db: Db,
  config: Pick<Config, 'bank' | 'payments'>,
  now: Date,
): Promise<{ measured: Measurement[]; providers: StatusProvider[] }> {
  const check = await lastCheck(db)
  const contacts = await readContacts(db, configuredProviders(config), now)
  const worst = (figure: (of: ProviderContact) => number) => Math.max(0, ...contacts.map(figure))
  const where = (is: (of: ProviderContact) => boolean) => contacts.filter(is).map(({ provider }) => provider)
  const isFailing = ({ failed }: ProviderContact) => judge('notices-failed', failed) !== 'good'
  const isRefused = ({ refused }: ProviderContact) => judge('notices-refused', refused) !== 'good'
  const isDiffering = ({ differences }: ProviderContact) => (differences ?? 0) > 0
  return {
    measured: [
      { check: 'ledger-findings', figure: check?.findings ?? null },
      { check: 'ledger-check-age', figure: check && (now.getTime() - check.at.getTime()) / 1000 },
      { check: 'notices-failed', figure: worst(({ failed }) => failed), subjects: where(isFailing) },
      { check: 'notices-refused', figure: worst(({ refused }) => refused), subjects: where(isRefused) },
      {
        check: 'books-differ',
        figure: contacts.reduce((sum, { differences }) => sum + (differences ?? 0), 0),
        subjects: where(isDiffering),
      },
      { check: 'receipts-unmatched', figure: await countUnmatched(db) },
    ],
    providers: contacts.map((contact) => ({
      provider: contact.provider,
      state: isFailing(contact)
        ? 'broken'
        : isRefused(contact) || isDiffering(contact)
          ? 'attention'
          : 'good',
      lastAt: contact.last?.at.toISOString() ?? null,
      lastOutcome: contact.last?.outcome ?? null,
    })),
  }
}
