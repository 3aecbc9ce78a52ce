import { CreateUserCode, type FieldErrors, fieldErrorOf, fieldErrorsOf } from '@scanleaf/shared'
import { AppError, type FieldDetails } from '../../platform/app-error'
import type { ReceivedFile } from '../../platform/files/file-store'
import type { Author } from '../../platform/http/acting'
import { type IdempotentCall, runIdempotent, type StoredResponse } from '../../platform/idempotency'
import { type NewCode, type PreparedCode, prepareCode, type UserCodeContext } from './create'
import { designSettingsOf, storedLogoOf } from './present'
import { registerCode } from './register'
import { findUserCode, type UserCodeRow } from './repository'
import { copiedRules } from './rules/next-rules'
import { refuseTakenDown } from './takedown'
import { insertCode } from './write/insert-codes'

/** Inputs of the response to a save. */
type Present<T> = (rows: UserCodeRow[]) => T

interface Saving<T> {
  context: UserCodeContext
  author: Author
  /** Null for a call without an `Idempotency-Key`. */
  repeat: IdempotentCall | null
  present: Present<T>
}

/** Saves one code, once for an idempotency key. */
export async function saveCode<T>(
  saving: Saving<T>,
  input: NewCode,
  qrImage: ReceivedFile | null,
): Promise<StoredResponse<T>> {
  const prepared = await prepareCode(saving.context, saving.author.ownerId, input, qrImage)
  return saveAll(saving, [prepared])
}

/** Saves several codes or none. @throws AppError with the fields of the wrong rows, each named `{row}.{field}` */
export async function saveCodes<T>(
  saving: Saving<T>,
  inputs: readonly unknown[],
): Promise<StoredResponse<T>> {
  const wrong: FieldErrors = {}
  const details: FieldDetails = {}
  const prepared: PreparedCode[] = []
  for (const [row, input] of inputs.entries()) {
    try {
      prepared.push(await prepareCode(saving.context, saving.author.ownerId, readNewCode(input), null))
    } catch (error) {
      if (!(error instanceof AppError) || !error.fields) throw error
      for (const [field, code] of Object.entries(error.fields)) wrong[`${row}.${field}`] = code
      for (const [field, of] of Object.entries(error.details ?? {})) details[`${row}.${field}`] = of
    }
  }
  if (Object.keys(wrong).length > 0)
    throw new AppError(
      'ValidationError',
      wrong,
      undefined,
      Object.keys(details).length > 0 ? { details } : {},
    )
  return saveAll(saving, prepared)
}

function readNewCode(input: unknown): NewCode {
  const parsed = CreateUserCode.safeParse(input, { error: fieldErrorOf })
  if (parsed.success) return parsed.data
  throw new AppError('ValidationError', fieldErrorsOf(parsed.error))
}

function saveAll<T>(
  { context, author, repeat, present }: Saving<T>,
  prepared: readonly PreparedCode[],
): Promise<StoredResponse<T>> {
  return context.database.transaction(async (tx) => {
    const insertAll = async () => {
      const rows: UserCodeRow[] = []
      for (const [row, code] of prepared.entries()) {
        rows.push(await registerCode(tx, context, author, code).catch((error) => named(error, row, prepared)))
      }
      return { statusCode: 201, body: present(rows) }
    }
    return repeat ? runIdempotent(tx, repeat, context.clock.now(), insertAll) : insertAll()
  })
}

/** Adds which of several codes an error is about. */
function named(error: unknown, row: number, { length }: readonly PreparedCode[]): never {
  if (length === 1 || !(error instanceof AppError) || !error.fields) throw error
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([field, code]) => [`${row}.${field}`, code]),
  )
  throw new AppError(error.code, fields, undefined, { cause: error })
}

/** A new code like one of the user's own: with another id, and counted from nothing. */
export async function duplicateCode(
  context: UserCodeContext,
  author: Author,
  id: string,
): Promise<UserCodeRow> {
  return context.database.transaction(async (tx) => {
    const code = await findUserCode(tx, author.ownerId, id)
    if (!code) throw new AppError('NotFound')
    refuseTakenDown(code)
    return insertCode(tx, context, author, {
      contentType: code.contentType as PreparedCode['contentType'],
      codeContent: code.codeContent,
      target: code.target,
      manualId: null,
      name: code.name,
      nameFollowsTitle: false,
      tags: code.tags,
      settings: designSettingsOf(code.qrCustomSettings),
      logo: storedLogoOf(code.logo),
      googleAnalyticsId: code.googleAnalyticsId,
      rules: copiedRules(code.rules),
    })
  })
}
