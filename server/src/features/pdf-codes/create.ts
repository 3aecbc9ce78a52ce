import type { CreatePdfCode } from '@scanleaf/shared'
import type { z } from 'zod'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { type Answer, answerOnce, type RepeatableCall } from '../../platform/idempotency'
import type { SessionUser } from '../../platform/session'
import type { FileRow, UploadedFiles } from '../media'
import { type Addresses, insertCode, prepareCode, type UserCodeContext } from '../user-codes'
import { readWebsite, versionOf } from './details'
import type { FirstPages } from './first-page'
import { claimName, insertPdf } from './repository'
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
  user: SessionUser
  repeat: Omit<RepeatableCall, 'userId'> | null
  /** Makes the answer, inside the transaction. */
  present(tx: Db, id: string): Promise<T>
}

/**
 * Saves a PDF code: its user code, its name and its file, or nothing of them.
 * @returns the answer, and the version when it was made now and not by an earlier call
 * @throws AppError Conflict when the name is taken, ValidationError, DynamicIdExists, DesignNotScannable
 */
export async function createPdf<T>(
  { context, user, repeat, present }: Creating<T>,
  input: NewPdf,
  file: FileRow,
): Promise<{ answer: Answer<T>; version: PdfVersionRow | null }> {
  const { name, companyName, title, fileName, dynamicId, tags, qrCustomSettings, logo, scanAnyway } = input
  const website = readWebsite(context, input.website)
  const code = {
    contentType: 'Website-pdf' as const,
    codeContent: JSON.stringify({ content: `${context.pdfHost}/${name}` }),
    isDynamicCode: true,
    name: title,
    ...{ dynamicId, tags, qrCustomSettings, logo, scanAnyway },
  }
  const prepared = await prepareCode(context, user.id, code, null)
  return context.database.transaction(async (tx) => {
    let version: PdfVersionRow | null = null
    const now = context.clock.now()
    const create = async () => {
      const { id } = await insertCode(tx, context, user, prepared)
      if (!(await claimName(tx, name, { userId: user.id, codeId: id, now })))
        throw new AppError('Conflict', { name: 'url-not-available' })
      await insertPdf(tx, { id, name, companyName, title, website, updatedAt: now })
      version = await insertVersion(tx, versionOf(id, file, fileName, now))
      if (!version) throw new AppError('ValidationError', { pdfUrl: 'not-upload-file-pdf' })
      return { statusCode: 201, body: await present(tx, id) }
    }
    const answer = repeat ? await answerOnce(tx, { ...repeat, userId: user.id }, now, create) : await create()
    return { answer, version }
  })
}
