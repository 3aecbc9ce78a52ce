import type { AddonCode } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { storageRoom } from '../../media'
import { addonOf, filesOfCodes, type UserCodeContext, type UserCodeRow } from '../../user-codes'

type Room = Awaited<ReturnType<UserCodeContext['quotas']['room']>>

const ADDONS: readonly AddonCode[] = [addonOf('dynamic-code'), addonOf('static-code')]

/** What the workspace to which codes move has room for, counted down by each code that is let in. */
export class DestinationRoom {
  readonly #plan: ReadonlyMap<AddonCode, Room>
  readonly #storage: { files: number; bytes: number }

  private constructor(plan: ReadonlyMap<AddonCode, Room>, storage: { files: number; bytes: number }) {
    this.#plan = plan
    this.#storage = storage
  }

  static async of(db: Db, { quotas }: Pick<UserCodeContext, 'quotas'>, id: string): Promise<DestinationRoom> {
    const plan = new Map<AddonCode, Room>()
    for (const addon of ADDONS) plan.set(addon, await quotas.room(db, id, addon))
    return new DestinationRoom(plan, await storageRoom(db, id))
  }

  /** @throws AppError PurchaseFailure, ExceedLimitation, ValidationError `account-full` */
  take({ productId }: Pick<UserCodeRow, 'productId'>, documents?: { files: number; bytes: number }): void {
    const room = this.#plan.get(addonOf(productId))
    if (room?.isPastDue) throw new AppError('PurchaseFailure')
    if (room && room.used >= room.limit) throw new AppError('ExceedLimitation')
    if (documents) {
      if (documents.files > this.#storage.files || documents.bytes > this.#storage.bytes)
        throw new AppError('ValidationError', { '': 'account-full' })
      this.#storage.files -= documents.files
      this.#storage.bytes -= documents.bytes
    }
    if (room) room.used++
  }
}

/** Documents and pictures of those codes that may have some. */
export async function documentsOf(
  db: Db,
  codes: readonly Pick<UserCodeRow, 'id' | 'dynamicId'>[],
): Promise<ReadonlyMap<string, { files: number; bytes: number }>> {
  const ids = codes.filter(({ dynamicId }) => dynamicId !== null).map(({ id }) => id)
  return ids.length === 0 ? new Map() : filesOfCodes(db, ids)
}
