import type { Database } from '../../platform/db/database'
import { type ExportOf, jsonFile } from '../../platform/export/entry'
import { findDomains } from './repository'

/** The domains that an owner brought, and how they stand. */
export const exportDomains = ({ db }: Database): ExportOf =>
  async function* (userId) {
    const rows = await findDomains(db, userId)
    yield jsonFile(
      'codes/domains.json',
      rows.map(({ kind, domain, enabled, provenAt, lostAt }) => ({
        kind,
        domain,
        enabled,
        provenAt,
        lostAt,
      })),
    )
  }
