import {
  IMPORT_VERDICTS,
  type ImportedFile,
  type ImportedRow,
  PREVIEW_ROWS,
  stayingHost,
} from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { findDomains } from '../../custom-domains'
import type { Run } from '../repository'
import { findRows, type StoredRow } from '../rows-repository'
import type { ImportChange } from '../spec'
import { codeOf } from './imported-code'

/** What is said of the file of a run. */
export async function presentFile(
  db: Db,
  { id, userId }: Pick<Run, 'id' | 'userId'>,
  { hosts, headers, verdicts, ...change }: ImportChange,
): Promise<ImportedFile> {
  const { fileName, source, encoding, host, mapping, isMappedByHand, unread, enablesAll, wasOff, tag } =
    change
  const first = headers ? await findRows(db, id, { after: 0, limit: PREVIEW_ROWS }) : []
  return {
    ...{ fileName, source, encoding, host, mapping, isMappedByHand, unread, enablesAll, wasOff, tag },
    isHostProven: await isProven(db, userId, host),
    hosts: hosts.map((each) => ({ ...each, service: stayingHost(each.host)?.service ?? null })),
    headers: headers ?? [],
    preview: first.map(({ input }) => (Array.isArray(input) ? input : [])),
    verdicts: Object.fromEntries(
      IMPORT_VERDICTS.map((verdict) => [verdict, verdicts[verdict] ?? 0]),
    ) as ImportedFile['verdicts'],
  }
}

/** Whether a domain is verified as this account's. */
export const isProven = async (db: Db, userId: string, host: string): Promise<boolean> =>
  (await findDomains(db, userId)).some(
    ({ kind, domain, provenAt }) => kind === 'qrcode' && domain === host && provenAt !== null,
  )

/** What a row of a file says, with its name. */
export async function presentFileRow(
  row: StoredRow,
  reading: ImportChange,
): Promise<{ name: string; file: ImportedRow }> {
  const { line, verdict } = row
  const read = await codeOf(row, reading)
  if ('problems' in read)
    return {
      name: '',
      file: { line, verdict, address: '', target: '', tags: [], clicks: null, createdAt: null },
    }
  const { addresses, input, imported, creation } = read.code
  const address = addresses.find(({ host }) => host === reading.host) ?? addresses[0]
  const target = input.content['content']
  return {
    name: input.name,
    file: {
      ...{ line, verdict, tags: input.tags, address: address?.told ?? '' },
      target: creation.isDynamicCode && typeof target === 'string' ? target : '',
      clicks: imported?.clicks ?? null,
      createdAt: imported?.createdAt ?? null,
    },
  }
}
