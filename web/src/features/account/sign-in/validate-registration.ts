import { RegisterUser } from '@scanleaf/shared'
import { schemaCheck } from '../../../lib/forms/schema-validation'

/** Problems of a registration; loaded after the first screen, as schemas are larger than the form. */
export const checkRegistration = schemaCheck(RegisterUser)
