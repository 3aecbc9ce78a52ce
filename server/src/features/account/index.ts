export { isPermittedTo, requireAdmin, requirePermission } from './authorization'
export { warnLeaving } from './deletion/deletion'
export { exportAccount } from './deletion/export-account'
export {
  countDueDeletions,
  deleteDueUser,
  eraseNamesInActions,
  isLeaving,
  listDueDeletions,
} from './deletion/repository'
export { embeddedAccount } from './embedded-account'
export { countForeignPasskeys, findAdminsWithoutFactor } from './factors/repository'
export { mailPeople } from './mail/people'
export { findAddress, findRecipient, setMailPlace } from './mail/repository'
export { accountLinks } from './mail-links'
export { readProvider } from './oidc/providers'
export { createToken, findToken } from './one-time-tokens/one-time-tokens'
export { recordActs } from './operators/acts'
export { type Operator, operatorOf, operatorRoute } from './operators/operator-route'
export { remoteAccount } from './remote/remote-account'
export { findNamesOfOthers, findUserByLogin } from './sign-in/login'
export type { PasswordCost } from './sign-in/password-hasher'
export { ensureSetupToken } from './sign-in/setup-token'
export { makeRecoveryLinkOnHost } from './users/recovery-link'
export { isLastAdministrator, PENDING_ACCOUNTS } from './users/repository'
