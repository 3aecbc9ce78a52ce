import {
  type AddressRules,
  type ContentTypeDefinition as ContentRules,
  contentTypes,
  type QrCustomSettings,
  readSettings,
} from '@scanleaf/qr'
import {
  type AddonCode,
  type ContentType,
  type CreateUserCode,
  type ImportedFrom,
  manualIdError,
  type StoredLinkRules,
  type StoredLogo,
  withFullName,
} from '@scanleaf/shared'
import type * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { DenyList } from '../../platform/deny-list'
import type { ReceivedFile } from '../../platform/files/file-store'
import type {} from '../../platform/http/acting'
import type { Quotas } from '../billing'
import type { Generator } from '../generator'
import { payloadOf, readDynamicContent, readStaticContent, type StoredContent } from './content/content'
import { generateDynamicId } from './generate-id'
import { codeRedirectOf, frameLineOf } from './present'
import { findLinkHost, type UserCodeRow } from './repository'
import { refuseUnscannable } from './scan-check'

export interface UserCodeContext {
  database: Database
  clock: Clock
  codeHost: string
  generator: Generator
  quotas: Quotas
  denyList: DenyList
  addressRules: AddressRules
}

export type NewCode = z.output<typeof CreateUserCode>

/** A code that may be saved, as far as can be checked without the database. */
export interface PreparedCode extends StoredContent {
  contentType: ContentType
  /** Of the new row, where its content names it. */
  id?: string
  /** The id that the owner chose; null to generate one. */
  manualId: string | null
  /** Whether one is generated where the chosen one cannot be had. */
  mayGenerateId?: boolean
  name: string
  /** The name is the title of a document, see the column. */
  nameFollowsTitle: boolean
  tags: string[]
  settings: QrCustomSettings
  logo: StoredLogo | null
  googleAnalyticsId: string
  /** False for one that comes paused from elsewhere. */
  enabled?: boolean
  /** What is known of it from before it was moved here. */
  imported?: ImportedFrom | null
  rules?: StoredLinkRules | null
}

/**
 * Content and own id of a new code, apart from its design.
 * @throws AppError ValidationError
 */
export function prepareContent(
  addressRules: AddressRules,
  input: Pick<NewCode, 'isDynamicCode' | 'contentType' | 'codeContent' | 'dynamicId'>,
): StoredContent & { manualId: string | null } {
  const read = input.isDynamicCode ? readDynamicContent : readStaticContent
  const content = read(input.contentType, input.codeContent, addressRules)
  return { ...content, manualId: manualIdOf(input) }
}

/**
 * Checks everything that takes no transaction: content, design and the picture that came along.
 * @throws AppError ValidationError, DesignNotScannable, QrImageMismatch
 */
export async function prepareCode(
  { generator, database, codeHost, addressRules }: UserCodeContext,
  userId: string,
  input: NewCode,
  qrImage: ReceivedFile | null,
): Promise<PreparedCode> {
  const { manualId, ...content } = prepareContent(addressRules, input)
  const settings = readSettings(input.qrCustomSettings ?? {})
  const logo = input.logo ? await generator.prepareLogo(userId, input.logo) : null
  // Any id can represent one that is not known yet: they all have the same length.
  const dynamicId = content.target === null ? null : (manualId ?? generateDynamicId())
  const linkHost = dynamicId === null ? null : await findLinkHost(database.db, userId)
  const codeRedirect = codeRedirectOf({ dynamicId, linkHost }, codeHost)
  const payload = payloadOf({ contentType: input.contentType, ...content, codeRedirect })
  if (payload === null) throw new Error('validated content cannot be encoded')
  if (qrImage) await refuseOtherImage(generator, qrImage, { ...input, payload, codeRedirect })
  const { contentType, name, tags } = input
  const frameLine = frameLineOf({ dynamicId, linkHost, name }, settings, codeHost)
  await refuseUnscannable(generator, { payload, settings, logo, frameLine }, input.scanAnyway)
  return {
    ...{ ...content, contentType, manualId, name, tags, settings, logo },
    nameFollowsTitle: false,
    googleAnalyticsId: '',
  }
}

/** The picture of a dynamic code holds its link, in any case; that of a static code a text with the same content. */
async function refuseOtherImage(
  generator: Generator,
  qrImage: ReceivedFile,
  code: { contentType: ContentType; payload: string; codeRedirect: string | null },
): Promise<void> {
  const text = await generator.read(qrImage, 'qrImage')
  if (text === null || !isSame(text, code))
    throw new AppError('QrImageMismatch', { qrImage: 'invalid-image' })
}

function isSame(
  text: string,
  {
    contentType,
    payload,
    codeRedirect,
  }: { contentType: ContentType; payload: string; codeRedirect: string | null },
): boolean {
  if (text === payload) return true
  if (codeRedirect !== null) return text.toLowerCase() === codeRedirect.toLowerCase()
  const rules: ContentRules = contentTypes[contentType]
  const content = rules.parse(text)
  if (content === null) return false
  // A client may draw what was typed, and no full name: the code gets both when it is saved.
  return [content, rules.clean(content)]
    .flatMap((each) => [each, withFullName(contentType, each)])
    .some((each) => rules.encodeStored(each) === payload)
}

function manualIdOf(input: Pick<NewCode, 'isDynamicCode' | 'dynamicId'>): string | null {
  if (!input.isDynamicCode || input.dynamicId === '') return null
  const wrong = manualIdError(input.dynamicId)
  if (wrong) throw new AppError('ValidationError', { dynamicId: wrong })
  return input.dynamicId
}

export const addonOf = (productId: UserCodeRow['productId']): AddonCode => `${productId}-storage`
