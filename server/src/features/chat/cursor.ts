import { createHash } from 'node:crypto'
import { jsonOrNull } from '@scanleaf/shared/json'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Talk } from '../tools'

const Cursor = z.tuple([z.string(), z.int().positive()])

export type ChatList = 'messages' | 'actions'

const nameOf = ({ personId, ownerId }: Talk, list: ChatList): string =>
  createHash('sha256')
    .update(JSON.stringify(['chat', list, personId, ownerId]))
    .digest('base64url')
    .slice(0, 16)

/** Cursor for messages older than a position of somebody's list. */
export const cursorBefore = (talk: Talk, list: ChatList, place: number): string =>
  Buffer.from(JSON.stringify([nameOf(talk, list), place])).toString('base64url')

/**
 * A cursor is a position in a list of the caller's own, so there is nothing in it to sign.
 * @throws AppError BadRequest for one of another list, of another person's, or an invented one
 */
export function readCursor(talk: Talk, list: ChatList, cursor: string): number {
  const parsed = Cursor.safeParse(jsonOrNull(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success || parsed.data[0] !== nameOf(talk, list)) throw new AppError('BadRequest')
  return parsed.data[1]
}
