import type { Db } from '../../platform/db/database'
import { findMissing } from '../custom-domains'
import type { Measurement } from './measurement'

export async function readDomainFigures(db: Db): Promise<Measurement[]> {
  const { domains, total } = await findMissing(db, 5)
  return [{ check: 'domains-missing', figure: total, subjects: domains }]
}
