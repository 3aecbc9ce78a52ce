/**
 * How people name the abilities of the embedded assistant, by language, phrases separated by `|`. A `*` matches any
 * word ending. `how` marks a question about the product, which the help pages answer.
 */
export interface Words {
  how: string
  pause: string
  resume: string
  retarget: string
  rename: string
  create: string
  scans: string
  find: string
  check: string
  invoice: string
  /** Asks for the content of an invoice. */
  explain: string
  today: string
  yesterday: string
  week: string
  lastWeek: string
  month: string
  lastMonth: string
  /** Beside an hour: from it on. */
  after: string
  /** Beside an hour: up to it. */
  until: string
  /** Between the old name and the new one. */
  to: string
  /** What is named: the name of a code stands beside it. */
  code: string
  /** Joins the name of a code to what is asked of it. */
  of: string
  /** Says nothing of which code is meant. */
  filler: string
}
