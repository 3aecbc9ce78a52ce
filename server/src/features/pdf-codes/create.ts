import { type CreatePdfCode, pdfNameKey } from '@scanleaf/shared'
import type * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import type { Author } from '../../platform/http/acting'
import { type IdempotentCall, runIdempotent, type StoredResponse } from '../../platform/idempotency'
import type { FileRow, UploadedFiles } from '../media'
import {
  type Addresses,
  applyChange,
  followTitle,
  idRefused,
  insertOrFindPdfCode,
  type PreparedCode,
  prepareCode,
  type UserCodeContext,
} from '../user-codes'
import { readWebsite, versionOf } from './details'
import { claimName, findPdf, insertPdf, type PdfRow } from './repository'
import type { FirstPages } from './thumbnail/thumbnails'
import { insertVersion, type PdfVersionRow } from './version-repository'

export type PdfContext = UserCodeContext &
  Addresses & { pdfHost: string; uploads: UploadedFiles; firstPages: FirstPages }

type NewPdf = z.output<typeof CreatePdfCode>

/** Address of a file by media/files/upload: its id is the last part. */
const UPLOADED = /\/media\/files\/([A-Za-z0-9_-]{16,64})$/

/**
 * The file that a creation by JSON names.
 * @throws AppError ValidationError
 */
export async function uploadedFile({ uploads }: PdfContext, userId: string, pdfUrl: string | undefined) {
  if (!pdfUrl) throw new AppError('ValidationError', { pdfFile: 'not-upload-file-pdf' })
  const id = UPLOADED.exec(pdfUrl)?.[1]
  const file = id ? await uploads.find(id, userId) : null
  if (!file) throw new AppError('ValidationError', { pdfUrl: 'not-upload-file-pdf' })
  return file
}

interface Creating<T> {
  context: PdfContext
  author: Author
  repeat: IdempotentCall | null
  /** Builds the response, inside the transaction. */
  present(tx: Db, id: string): Promise<T>
}

/**
 * Saves a PDF code: its user code, its name and its file, or none of them. A user code that was registered before
 * under this id becomes the code of the document; a document that is sent again unchanged exists already.
 * @returns the answer, and the version when it was made now and not by an earlier call
 * @throws AppError Conflict when the name is taken, ValidationError, DynamicIdExists, DesignNotScannable
 */
export async function createPdf<T>(
  { context, author, repeat, present }: Creating<T>,
  input: NewPdf,
  file: FileRow,
): Promise<{ answer: StoredResponse<T>; version: PdfVersionRow | null }> {
  const { name, companyName, title, fileName, dynamicId, tags, qrCustomSettings, logo, scanAnyway } = input
  const website = readWebsite(context, input.website)
  const code = {
    contentType: 'Website-pdf' as const,
    codeContent: JSON.stringify({ content: `${context.pdfHost}/${name}` }),
    isDynamicCode: true,
    name: title,
    ...{ dynamicId, tags, qrCustomSettings, logo, scanAnyway },
  }
  const prepared = {
    ...(await prepareCode(context, author.ownerId, code, null)),
    nameFollowsTitle: true,
  }
  return context.database.transaction(async (tx) => {
    let version: PdfVersionRow | null = null
    const now = context.clock.now()
    const create = async () => {
      const { row, isNew } = await insertOrFindPdfCode(tx, context, author, prepared)
      const { id } = row
      const known = isNew ? null : await findPdf(tx, author.ownerId, id)
      if (known) {
        if (!isSamePdf(known, { ...input, website }, file)) throw idRefused()
        return { statusCode: 201, body: await present(tx, id) }
      }
      if (!isNew) {
        await applyChange(tx, context, author, id, () => addedTo(prepared, input))
        await followTitle(tx, context, author.ownerId, id, title)
      }
      if (!(await claimName(tx, name, { userId: author.ownerId, codeId: id })))
        throw new AppError('Conflict', { name: 'url-not-available' })
      await insertPdf(tx, { id, name, companyName, title, website, updatedAt: now })
      version = await insertVersion(tx, versionOf(id, file, fileName, now))
      if (!version) throw new AppError('ValidationError', { pdfUrl: 'not-upload-file-pdf' })
      return { statusCode: 201, body: await present(tx, id) }
    }
    const answer = repeat ? await runIdempotent(tx, repeat, now, create) : await create()
    return { answer, version }
  })
}

/** Changes that the call of a document makes to a code that was registered before it. */
function addedTo({ target, tags, settings, logo }: PreparedCode, given: NewPdf) {
  const hasDesign = given.qrCustomSettings !== undefined || given.logo !== undefined
  return {
    ...(target !== null && { target }),
    ...(tags.length > 0 && { tags }),
    ...(hasDesign && { qrCustomSettings: settings, logo }),
  }
}

const isSamePdf = (
  known: PdfRow,
  { name, companyName, title, website }: Pick<NewPdf, 'name' | 'companyName' | 'title' | 'website'>,
  { sha256, size }: FileRow,
): boolean =>
  pdfNameKey(known.name) === pdfNameKey(name) &&
  known.companyName === companyName &&
  known.title === title &&
  known.website === website &&
  known.version.sha256 === sha256 &&
  known.version.size === size
