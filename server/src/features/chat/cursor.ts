import { createHash } from 'node:crypto'
import { jsonOrNull } from '@scanleaf/shared/json'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'

const Cursor = z.tuple([z.string(), z.int().positive()])

export type ChatList = 'messages' | 'actions'

const nameOf = (userId: string, list: ChatList): string =>
  createHash('sha256')
    .update(JSON.stringify(['chat', list, userId]))
    .digest('base64url')
    .slice(0, 16)

/** Cursor for messages older than a position of somebody's list. */
export const cursorBefore = (userId: string, list: ChatList, place: number): string =>
  Buffer.from(JSON.stringify([nameOf(userId, list), place])).toString('base64url')

/**
 * A cursor is a position in a list of the caller's own, so there is nothing in it to sign.
 * @throws AppError BadRequest for one of another list, of another person's, or an invented one
 */
export function readCursor(userId: string, list: ChatList, cursor: string): number {
  const parsed = Cursor.safeParse(jsonOrNull(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success || parsed.data[0] !== nameOf(userId, list)) throw new AppError('BadRequest')
  return parsed.data[1]
}
