import type { PreparedMail } from '../../../platform/mail'
import type { Block } from '../../../platform/mail/layout/blocks'
import type { Words } from './words'

/** What one mail says. */
export interface MailContent {
  /** Begins with our own words: user input could pretend to be a subject of ours. */
  subject: string
  subheading?: string
  blocks: Block[]
}

export type WriteMessage = (mail: PreparedMail, words: Words) => MailContent
