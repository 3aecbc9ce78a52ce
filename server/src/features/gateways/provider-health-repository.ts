import type { WEBHOOK_PROVIDERS, WebhookOutcome } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'

export type Provider = (typeof WEBHOOK_PROVIDERS)[number]

/** Health of the connection with a payment provider. */
export interface ProviderContact {
  provider: Provider
  /** Its last webhook; null when it never sent one that is still stored. */
  last: { at: Date; outcome: WebhookOutcome } | null
  /** Webhooks that could not be processed within a quarter of an hour, and unsigned ones within an hour. */
  failed: number
  refused: number
  /** The findings of the last reconciliation; null when there was none. */
  differences: number | null
}

export async function readContacts(
  db: Db,
  providers: readonly Provider[],
  now: Date,
): Promise<ProviderContact[]> {
  const since = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  const contacts: ProviderContact[] = []
  for (const provider of providers) {
    const [row] = await query<{
      at: string | null
      outcome: WebhookOutcome
      failed: number
      refused: number
      differences: number | null
    }>(
      db,
      sql`select last.at, last.outcome,
          (select count(*)::int from gateway_notices where provider = ${provider} and at > ${since(15)}
            and outcome = 'failed') as failed,
          (select count(*)::int from gateway_notices where provider = ${provider} and at > ${since(60)}
            and outcome = 'refused') as refused,
          (select jsonb_array_length(findings) from reconciliations where provider = ${provider}
            order by at desc limit 1) as differences
        from (values (1)) as one left join lateral (select at, outcome from gateway_notices
          where provider = ${provider} order by at desc limit 1) as last on true`,
    )
    if (!row) throw new Error('a select of one row returned none')
    const { at, outcome, failed, refused, differences } = row
    const last = at === null ? null : { at: new Date(at), outcome }
    contacts.push({ provider, last, failed, refused, differences })
  }
  return contacts
}
