import { type SetUp, type SetUpStep, trialReason } from '@scanleaf/shared'
import { lastBackupAt } from '../../platform/backup/repository'
import { phoneSettings } from '../../platform/config/phone-settings'
import type { Db } from '../../platform/db/database'
import { sendsMail } from '../../platform/mail'
import { findAddress } from '../account'
import type { StatusDependencies } from './status'

/**
 * How far an installation is set up, as it is now: each step is checked, none is ticked by hand. Email is done once an
 * administrator has opened the link of a message that it sent.
 */
export async function readSetUp(
  db: Db,
  config: StatusDependencies['config'],
  userId: string,
): Promise<SetUp> {
  const { codeHost, billing, bank, payments, registration, identityUrl } = config
  const { momo, vnpay, stripe, paypal } = payments
  const hasOwnAccounts = identityUrl === null
  const owner = hasOwnAccounts ? await findAddress(db, userId) : null
  const hasMail = sendsMail(config)
  const step = (name: SetUpStep, isDone: boolean, value = '') => ({ step: name, isDone, value })
  return {
    steps: [
      step('address', trialReason(codeHost) === null, codeHost),
      ...(hasOwnAccounts
        ? [step('mail', hasMail && (owner?.isVerified ?? false), hasMail ? (owner?.email ?? '') : '')]
        : []),
      ...(billing
        ? [step('bank', bank !== null || [momo, vnpay, stripe, paypal].some((gateway) => gateway !== null))]
        : []),
      step('backup', (await lastBackupAt(db)) !== null),
      ...(hasOwnAccounts ? [step('registration', registration !== 'open')] : []),
    ],
    phoneSettings: phoneSettings(config),
  }
}
