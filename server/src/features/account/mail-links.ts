import type { LinkMakers } from '../../platform/mail'
import { undoLink, verifyLink } from './email/links'
import { forgottenLink, recoveryLink } from './recovery/links'
import { invitationLink } from './registration/invitations'

/** The links in mails about accounts, each made as its mail is sent. */
export const accountLinks = (appUrl: string): LinkMakers => ({
  'verify-email': verifyLink(appUrl),
  'email-changed': undoLink(appUrl),
  'factor-changed': undoLink(appUrl),
  recovery: recoveryLink(appUrl),
  'address-in-use': forgottenLink(appUrl),
  invitation: invitationLink(appUrl),
})
