import type { MailPeople } from '../../../platform/mail'
import { findRecipient, markUndeliverable } from './repository'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whom mails go to: our own users. */
export const mailPeople: Omit<MailPeople, 'findMembers'> = {
  find: async (tx, userId) => (UUID.test(userId) ? findRecipient(tx, userId) : null),
  markUndeliverable,
}
