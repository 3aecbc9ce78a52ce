import * as z from 'zod'
import { Text } from '../wire'

/** POST identity/sessions/code. */
export const CreateHandOverCode = z.object({
  /** That the code is for, as `handoverCodeOrigins` of the configuration names it. */
  origin: Text.max(300, { error: 'too-long' }),
  /** The session of the call ends when the code is exchanged. */
  endsSession: z.boolean().default(false),
})
export type CreateHandOverCode = z.input<typeof CreateHandOverCode>

/** Goes into the address as `code`; counts once, for a minute. */
export const HandOverCode = z.object({ code: z.string() })

/** POST identity/sessions/exchange. */
export const ExchangeCode = z.object({ code: Text.max(128) })
