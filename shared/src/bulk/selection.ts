import * as z from 'zod'
import { ListUserCodes } from '../user-codes/schema'
import { MAX_SELECTED_IDS } from './limits'

const Ids = z.array(z.uuid()).max(MAX_SELECTED_IDS, { error: 'too-many' })

/** Own codes by their ids, in this order; others among them are ignored. */
const SelectedIds = z.strictObject({ ids: Ids.min(1, { error: 'required' }) })

/**
 * The codes of a list with its filters, in the order in which they were made. `upTo` is `meta.upTo` of the page on which
 * the person chose them, so that no code made meanwhile is among them.
 */
const SelectedList = z.strictObject({
  ...ListUserCodes.pick({
    productId: true,
    q: true,
    contentType: true,
    tag: true,
    state: true,
    batch: true,
  }).shape,
  upTo: z.int().nonnegative(),
  except: Ids.optional(),
})

/** The codes of a bulk run, in the order of its rows. */
const SelectedRun = z.strictObject({ batch: z.uuid() })

/** Which codes a run changes or a file holds. Codes of others, and deleted ones, are never among them. */
export const Selection = z.union([SelectedIds, SelectedList, SelectedRun]).meta({ id: 'Selection' })
export type Selection = z.output<typeof Selection>
