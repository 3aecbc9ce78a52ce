import * as z from 'zod'
import type { OperatorGuideSection } from '../help/operator-guide'

/** What an installation needs before it is relied on, in the order in which it is done; each with its section of docs/operate. */
export const SET_UP_GUIDES = {
  address: { page: 'domains-and-https', section: 'Address of short links' },
  mail: { page: 'mail', section: 'SMTP settings' },
  bank: { page: 'payments', section: 'Registering webhooks' },
  backup: { page: 'backups', section: 'Making and restoring a backup' },
  registration: { page: 'registration', section: 'Who can create an account' },
} as const satisfies Record<string, OperatorGuideSection>

export const SET_UP_STEPS = Object.keys(SET_UP_GUIDES) as (keyof typeof SET_UP_GUIDES)[]
export type SetUpStep = (typeof SET_UP_STEPS)[number]

/** GET admin/status/set-up: the steps that concern this installation. */
export const SetUp = z.object({
  steps: z.array(
    z.object({
      step: z.enum(SET_UP_STEPS),
      isDone: z.boolean(),
      /** The address of codes; where a test message goes, empty without a mail server; otherwise empty. */
      value: z.string(),
    }),
  ),
  /** Settings of a start that a phone in the same network reaches; null where it does already, or where there is no network. */
  phoneSettings: z.string().nullable(),
})
export type SetUp = z.infer<typeof SetUp>
