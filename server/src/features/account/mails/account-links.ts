import type { LinkMakers } from '../../../platform/mail'
import { invitationLink } from '../registration/invitations'
import { undoLink, verifyLink } from './address-links'
import { forgottenLink, recoveryLink } from './recovery-links'

/** The links in mails about accounts, each made as its mail is sent. */
export const accountLinks = (appUrl: string): LinkMakers => ({
  'verify-email': verifyLink(appUrl),
  'email-changed': undoLink(appUrl),
  'factor-changed': undoLink(appUrl),
  recovery: recoveryLink(appUrl),
  'address-in-use': forgottenLink(appUrl),
  invitation: invitationLink(appUrl),
})
