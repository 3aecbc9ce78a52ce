import { RequestRecovery, SetRecoveredPassword } from '@scanleaf/shared'
import { schemaCheck } from '../../../lib/forms/schema-validation'

/** What is wrong with a form; it travels after the first screen, as schemas weigh more than the form. */
export const checkRequest = schemaCheck(RequestRecovery)
export const checkPassword = schemaCheck(SetRecoveredPassword.pick({ newPassword: true }))
