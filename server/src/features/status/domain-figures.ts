import type { Db } from '../../platform/db/database'
import { findMissing } from '../custom-domains'
import type { Measured } from './measurement'

export async function readDomainFigures(db: Db): Promise<Measured[]> {
  const { domains, total } = await findMissing(db, 5)
  return [{ check: 'domains-missing', figure: total, subjects: domains }]
}
