import type { Language } from '@scanleaf/shared'
import { api } from '../api/api'

const schema = async () => (await import('./response-schemas')).OwnProfileResponse

/** Mails come in the language that their person chose for the screens. A failure leaves them as they were. */
export const keepOwnLanguage = (language: Language): Promise<unknown> =>
  api.patch('/identity/users/profile', { language }, schema).catch(() => undefined)
