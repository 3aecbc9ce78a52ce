import { RegisterUser } from '@scanleaf/shared'
import { schemaCheck } from '../../../lib/forms/schema-validation'

/** What is wrong with a registration; it travels after the first screen, as schemas weigh more than the form. */
export const checkRegistration = schemaCheck(RegisterUser)
