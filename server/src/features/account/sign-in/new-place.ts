import type { Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import { hasKnownDevice, mailLanguageOf, type UserRow } from '../repository'
import type { Opening } from '../sessions/sessions'
import { newToken } from '../tokens'

/** Tells somebody of a sign-in from where they never signed in before; the very first one is no news. */
export async function tellOfNewPlace(
  tx: Db,
  user: UserRow,
  { label, country, method }: Opening,
): Promise<void> {
  if (!(await hasKnownDevice(tx, user.id))) return
  await queueMail(tx, {
    kind: 'new-sign-in',
    dedupeKey: `new-sign-in:${newToken()}`,
    userId: user.id,
    address: null,
    language: mailLanguageOf(user),
    values: { label, country, method },
  })
}
