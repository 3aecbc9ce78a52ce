export { isPermittedTo, requireAdmin, requirePermission } from './authorization'
export { warnLeaving } from './deletion/deletion'
export { exportAccount } from './deletion/export-account'
export {
  countDueDeletions,
  deleteDueUser,
  eraseNamesInActions,
  isLeaving,
  listDueDeletions,
  lockLeaving,
  makeDue,
} from './deletion/repository'
export { embeddedAccount } from './embedded-account'
export { limitByAddress } from './limit-by-address'
export { findNamesOfOthers, findUserByLogin } from './login-repository'
export { accountLinks } from './mails/account-links'
export { mailPeople } from './mails/people'
export { findAddress, findRecipient, proveAddress, setMailPlace } from './mails/repository'
export { readProvider } from './oidc/providers'
export { createToken, findToken } from './one-time-tokens/one-time-tokens'
export { recordActs, recordSettings } from './operators/acts'
export { type Operator, operatorOf, operatorRoute } from './operators/operator-route'
export type { PasswordCost } from './passwords/password-hasher'
export { ensureSetupToken, requireSetupToken } from './registration/setup-token'
export { remoteAccount } from './remote/remote-account'
export { isBarred, listMembers } from './repository'
export { countForeignPasskeys, findAdminsWithoutFactor } from './second-factor/repository'
export { hashOf, linkTo, newToken } from './tokens'
export { makeRecoveryLinkOnHost } from './users-admin/recovery-link'
export { isLastAdministrator, PENDING_ACCOUNTS } from './users-admin/repository'
