/**
 * How people name what the embedded assistant can do, by language, phrases parted by `|`. A `*` stands for any end of
 * a word. `how` marks a question about the product, which the help pages answer.
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
  /** Asks for what is in an invoice. */
  explain: string
  today: string
  yesterday: string
  week: string
  month: string
  lastMonth: string
  /** Stands between the old name and the new one. */
  to: string
  /** Says nothing of which code is meant. */
  filler: string
}
