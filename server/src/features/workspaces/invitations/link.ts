import type { Db } from '../../../platform/db/database'
import type { LinkMaker } from '../../../platform/mail'
import { linkTo } from '../../account'
import { renewToken } from './repository'

/** A link to the page of an invitation. @throws Error for one that is closed */
export async function linkOf(tx: Db, appUrl: string, id: string): Promise<string> {
  const token = await renewToken(tx, id)
  if (token === null) throw new Error('an invitation that was just made is open')
  return linkTo(appUrl, '/invitation', token)
}

/** The link in the mail of an invitation, made as it is sent; none when it was withdrawn before. */
export const workspaceInvitationLink =
  (appUrl: string): LinkMaker =>
  async (tx, { address, values }) => {
    const id = String(values['invitation'])
    const token = address === null ? null : await renewToken(tx, id)
    return token === null || address === null ? null : { address, url: linkTo(appUrl, '/invitation', token) }
  }
