import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { isLeaving } from '../../account'
import { copyImage } from '../../media'
import {
  addonOf,
  findUserCodes,
  isSealed,
  moveCodes,
  refuseMove,
  storedLogoOf,
  type UserCodeRow,
  updateUserCodes,
} from '../../user-codes'
import { rowError } from '../problems'
import type { Run } from '../repository'
import { codeIdsOf, doneOf, failed, type RunContext, undoneOf } from '../results'
import type { RowResult, StoredRow } from '../rows-repository'
import type { ChangeOf } from '../spec'
import { mayWriteIn } from './destination'
import { DestinationRoom, documentsOf } from './room'

interface Ends {
  from: string
  to: string
  /** Name of the workspace that the codes leave; empty of a home. */
  called: string
}

/**
 * Moves the codes of rows, as long as the person who started it may change codes in the other workspace, and nobody plans
 * to delete it.
 */
export async function moveRows(
  tx: Db,
  context: RunContext,
  run: Run,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const { to, fromName, personId } = run.spec as ChangeOf<'move'>
  if (!(await mayWriteIn(tx, to, personId)))
    return rows.map(({ row }) => failed(row, rowError('no-destination')))
  if (await isLeaving(tx, to)) return rows.map(({ row }) => failed(row, rowError('workspace-leaving')))
  const moved = await move(tx, context, run, { from: run.userId, to, called: fromName }, rows, () => {})
  return rows.map((row) =>
    doneOf(row, moved.get(row.codeId ?? ''), ({ updatedAt }) => ({
      before: { from: {}, to: { updatedAt: updatedAt.toISOString() } },
    })),
  )
}

/** A code comes back only as it went, and while the person may change codes there. */
export async function moveRowsBack(
  tx: Db,
  context: RunContext,
  run: Run,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const { to, toName, personId } = run.spec as ChangeOf<'move'>
  if (!(await mayWriteIn(tx, to, personId)))
    return rows.map((row) => undoneOf(row, rowError('no-destination')))
  if (await isLeaving(tx, run.userId)) return rows.map((row) => undoneOf(row, rowError('workspace-leaving')))
  const wentAt = new Map(rows.map(({ codeId, before }) => [codeId, before?.to['updatedAt']]))
  const ends = { from: to, to: run.userId, called: toName }
  const moved = await move(tx, context, run, ends, rows, (code) => {
    if (wentAt.get(code.id) !== code.updatedAt.toISOString()) throw rowError('changed-since')
  })
  return rows.map((row) => {
    const outcome = moved.get(row.codeId ?? '') ?? rowError('code-gone')
    return undoneOf(row, outcome instanceof AppError ? outcome : null)
  })
}

async function move(
  tx: Db,
  context: RunContext,
  { by }: Pick<Run, 'by'>,
  { from, to, called }: Ends,
  rows: readonly StoredRow[],
  refuse: (code: UserCodeRow) => void,
): Promise<Map<string, UserCodeRow | AppError>> {
  const ids = codeIdsOf(rows)
  const codes = await findUserCodes(tx, from, ids)
  // Before scans are held up.
  const logos = await copyLogos(tx, context, codes, to)
  const documents = await documentsOf(tx, codes)
  const room = await DestinationRoom.of(tx, context, to)
  const moved = await moveCodes(tx, { from, to, called, by }, ids, (code, hasDomain) => {
    refuse(code)
    refuseMove(code, hasDomain)
    const logo = logos.get(logoIdOf(code) ?? '')
    if (logo instanceof AppError) throw logo
    room.take(code, documents.get(code.id))
  })
  if ((await isSealed(tx, to)) || (await isSealed(tx, from))) throw new AppError('Conflict')
  const gone = [...moved.values()].filter((outcome): outcome is UserCodeRow => !(outcome instanceof AppError))
  await updateUserCodes(
    tx,
    gone.flatMap((code) => withLogo(code, logos) ?? []),
  )
  // Of codes that were created there meanwhile each sees those before it.
  for (const productId of new Set(gone.map((code) => code.productId)))
    await context.quotas.refuseOver(tx, to, addonOf(productId))
  return moved
}

const imageIdOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1)

function logoIdOf(code: Pick<UserCodeRow, 'logo'>): string | null {
  const logo = storedLogoOf(code.logo)
  return logo?.isImageLogo ? imageIdOf(logo.link) : null
}

/** The images of logos as the new owner has them, by the ids that they had; an error for one without room. */
async function copyLogos(
  tx: Db,
  { files, clock }: RunContext,
  codes: readonly UserCodeRow[],
  userId: string,
): Promise<Map<string, string | null | AppError>> {
  const copies = new Map<string, string | null | AppError>()
  for (const id of new Set(codes.map(logoIdOf)))
    if (id !== null)
      try {
        copies.set(id, await copyImage(tx, { files, clock }, id, { userId, field: '' }))
      } catch (error) {
        if (!(error instanceof AppError) || error.fields?.[''] !== 'account-full') throw error
        copies.set(id, error)
      }
  return copies
}

/** Null where the logo is no image, and where its image was lost before. */
function withLogo(code: UserCodeRow, copies: ReadonlyMap<string, string | null | AppError>) {
  const logo = storedLogoOf(code.logo)
  const id = logoIdOf(code)
  const copy = id === null ? null : copies.get(id)
  if (!logo || !id || typeof copy !== 'string' || copy === id) return null
  return { id: code.id, edit: { logo: { ...logo, link: logo.link.replace(id, copy) } } }
}
