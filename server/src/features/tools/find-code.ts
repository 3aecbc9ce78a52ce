import { cleanLine } from '@scanleaf/qr'
import { foldText } from '@scanleaf/shared'
import * as z from 'zod'
import { findNamedCodes, findUserCode, listUserCodes, type UserCodeRow } from '../user-codes'
import { withoutAddresses } from './addresses'
import { plain } from './markdown'
import type { ToolContext, ToolResult } from './tool'

const LISTS = ['dynamic-code', 'static-code'] as const
const MAX_FOUND = 10

/** The name of a code in an answer. */
export const nameOf = ({ name, dynamicId, contentType }: UserCodeRow): string =>
  name || dynamicId || contentType

/** The user's codes with these words in name, content, target or id: dynamic ones first, the newest first. */
export async function searchCodes(
  { codes: { database }, acting }: ToolContext,
  words: string,
  limit = MAX_FOUND,
): Promise<UserCodeRow[]> {
  const q = words.slice(0, 200)
  const found = await Promise.all(
    LISTS.map((productId) => listUserCodes(database.db, acting.ownerId, { productId, q, page: 1, limit })),
  )
  return found.flatMap(({ rows }) => rows).slice(0, limit)
}

/** The user's codes with these names, as `foldText` writes them: the longest names first. */
export const findNamed = (
  { codes: { database }, acting }: ToolContext,
  names: readonly string[],
): Promise<UserCodeRow[]> => findNamedCodes(database.db, acting.ownerId, names, MAX_FOUND)

type Found = { code: UserCodeRow } | { refusal: ToolResult }

/** The one code that a person means, by its link, its id, or its name; else an answer that asks which. */
export async function findCode(context: ToolContext, reference: string): Promise<Found> {
  const asked = cleanLine(reference)
  if (asked === '') {
    const text = context.translator.in(context.language, 'chat')('say.which')
    return { refusal: { data: { error: 'no code is named' }, text } }
  }
  const byKey = z.uuid().safeParse(asked).success
    ? await findUserCode(context.codes.database.db, context.acting.ownerId, asked)
    : null
  if (byKey) return { code: byKey }
  const candidates = await candidatesFor(context, asked)
  const [code, ...others] = candidates
  if (!code) return { refusal: await noSuchCode(context, asked) }
  return others.length === 0 ? { code } : { refusal: whichOf(context, candidates) }
}

/** Codes with this id, else with this name, else with these words in it. */
async function candidatesFor(context: ToolContext, asked: string): Promise<UserCodeRow[]> {
  const id =
    asked
      .replace(/[/?#]+$/, '')
      .split('/')
      .at(-1) ?? asked
  const rows = await searchCodes(context, id)
  const withId = rows.filter(({ dynamicId }) => dynamicId?.toLowerCase() === id.toLowerCase())
  if (withId.length > 0) return withId
  const named = await findNamed(context, [foldText(asked)])
  if (named.length > 0) return named
  const words = foldText(id)
  return rows.filter(
    ({ name, dynamicId }) => words !== '' && foldText(`${name} ${dynamicId ?? ''}`).includes(words),
  )
}

/** An answer that asks which of these codes is meant. */
export function whichOf(context: ToolContext, codes: readonly UserCodeRow[]): ToolResult {
  const t = context.translator.in(context.language, 'chat')
  return {
    data: { error: 'several codes', codes: codes.map(dataOf) },
    text: `${t('say.which-of')}\n\n${listed(codes)}`,
  }
}

const listed = (codes: readonly UserCodeRow[]): string =>
  codes.map((code) => `- ${plain(nameOf(code))} (${plain(code.dynamicId ?? code.contentType)})`).join('\n')

/** Names that are offered in place of one that no code has, and codes among which they are looked for. */
const MAX_NEAREST = 3
const MAX_COMPARED = 100

async function noSuchCode(context: ToolContext, asked: string): Promise<ToolResult> {
  const t = context.translator.in(context.language, 'chat')
  const codes = (await searchCodes(context, '', MAX_COMPARED)).filter(({ name }) => name !== '')
  const words = (
    await Promise.all(
      asked
        .split(/\s+/)
        .slice(0, MAX_NEAREST)
        .map((word) => searchCodes(context, word)),
    )
  ).flat()
  const byId = new Map([...words, ...codes].map((code) => [code.id, code]))
  const nearest = [...byId.values()]
    .map((code) => ({ code, likeness: likenessOf(nameOf(code), asked) }))
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, MAX_NEAREST)
    .map(({ code }) => code)
  const said = t('say.no-code', { name: plain(asked) })
  return {
    data: { error: 'no such code', nearest: nearest.map(dataOf) },
    text: nearest.length > 0 ? `${said} ${t('say.nearest')}\n\n${listed(nearest)}` : said,
  }
}

/** Pairs of letters that two names share, of all that they have (Dice, 1945); 0 to 1. */
function likenessOf(name: string, asked: string): number {
  const [one, other] = [name, asked].map((text) => pairsOf(foldText(text))) as [Set<string>, Set<string>]
  const shared = [...one].filter((pair) => other.has(pair)).length
  return (2 * shared) / (one.size + other.size || 1)
}

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))

/** A code as a model gets it. */
export const dataOf = (code: UserCodeRow) => ({
  id: code.id,
  dynamicId: code.dynamicId,
  name: withoutAddresses(code.name),
  type: code.contentType,
  target: code.target,
  enabled: code.enabled,
  scans: code.scans,
  createdAt: code.createdAt.toISOString(),
})
