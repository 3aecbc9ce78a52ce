import { RequestRecovery, SetRecoveredPassword } from '@scanleaf/shared'
import { schemaCheck } from '../../../lib/forms/schema-validation'

/** Problems of a form; loaded after the first screen, as schemas are larger than the form. */
export const checkRequest = schemaCheck(RequestRecovery)
export const checkPassword = schemaCheck(SetRecoveredPassword.pick({ newPassword: true }))
