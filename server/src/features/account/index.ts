export { embeddedAccount } from './embedded-account'
export { requireAdmin, requirePermission } from './policy'
export { remoteAccount } from './remote-account'
export { ensureSetupToken } from './setup-token'
