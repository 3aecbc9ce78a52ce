import type { Database } from '../db/database'
import type { RepeatedJob } from '../jobs'
import { deleteOld } from './repository'

export { type Mail, type MailValues, queueMail, sendsMail, setMailSending } from './queue'
export { type MailFigures, readMailFigures } from './repository'
export {
  type LinkMaker,
  type LinkMakers,
  type MailPeople,
  type PreparedMail,
  type Recipient,
  startMailSender,
} from './sender'
export type { MailTransport, Message } from './transport'

export const mailJobs = (database: Database): RepeatedJob[] => [
  { name: 'mail-cleanup', everySeconds: 3600, run: () => deleteOld(database.db) },
]
