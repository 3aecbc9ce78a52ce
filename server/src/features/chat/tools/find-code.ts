import { cleanLine } from '@scanleaf/qr'
import { foldText } from '@scanleaf/shared'
import * as z from 'zod'
import { findUserCode, listUserCodes, type UserCodeRow } from '../../user-codes'
import { plain } from '../markdown'
import type { ToolContext, ToolResult } from './tool'

const LISTS = ['dynamic-code', 'static-code'] as const
const MAX_FOUND = 10

/** The name of a code in an answer. */
export const nameOf = ({ name, dynamicId, contentType }: UserCodeRow): string =>
  name || dynamicId || contentType

/** The user's codes with these words in name, content, target or id: dynamic ones first, the newest first. */
export async function searchCodes(
  { codes: { database }, user }: ToolContext,
  words: string,
  limit = MAX_FOUND,
): Promise<UserCodeRow[]> {
  const q = words.slice(0, 200)
  const found = await Promise.all(
    LISTS.map((productId) => listUserCodes(database.db, user.id, { productId, q, page: 1, limit })),
  )
  return found.flatMap(({ rows }) => rows).slice(0, limit)
}

type Found = { code: UserCodeRow } | { refusal: ToolResult }

/** The one code that a person means, by its link, its id, or its name; else an answer that asks which. */
export async function findCode(context: ToolContext, reference: string): Promise<Found> {
  const t = context.translator.in(context.language, 'chat')
  const asked = cleanLine(reference)
  if (asked === '') return { refusal: { data: { error: 'no code is named' }, text: t('say.which') } }
  const byKey = z.uuid().safeParse(asked).success
    ? await findUserCode(context.codes.database.db, context.user.id, asked)
    : null
  if (byKey) return { code: byKey }
  const id =
    asked
      .replace(/[/?#]+$/, '')
      .split('/')
      .at(-1) ?? asked
  const rows = await searchCodes(context, id)
  const isExact = ({ dynamicId, name }: UserCodeRow) =>
    dynamicId?.toLowerCase() === id.toLowerCase() || foldText(name) === foldText(asked)
  const exact = rows.filter(isExact)
  const candidates = exact.length > 0 ? exact : rows
  const [code] = candidates
  if (!code)
    return { refusal: { data: { error: 'no such code' }, text: t('say.no-code', { name: plain(asked) }) } }
  if (candidates.length === 1) return { code }
  const names = candidates.map(
    (each) => `- ${plain(nameOf(each))} (${plain(each.dynamicId ?? each.contentType)})`,
  )
  return {
    refusal: {
      data: { error: 'several codes', codes: candidates.map(dataOf) },
      text: `${t('say.which-of')}\n\n${names.join('\n')}`,
    },
  }
}

/** A code as a model gets it. */
export const dataOf = (code: UserCodeRow) => ({
  id: code.id,
  dynamicId: code.dynamicId,
  name: code.name,
  type: code.contentType,
  target: code.target,
  enabled: code.enabled,
  scans: code.scans,
  createdAt: code.createdAt.toISOString(),
})
