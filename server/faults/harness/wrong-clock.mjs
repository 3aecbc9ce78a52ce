/**
 * Loaded into a program by NODE_OPTIONS, its threads too: its clock is wrong by CLOCK_WRONG_BY_MS, and so is that of an
 * embedded database.
 */
const wrongByMs = Number(process.env.CLOCK_WRONG_BY_MS)
const RightDate = Date

globalThis.Date = class WrongDate extends RightDate {
  constructor(...args) {
    if (args.length === 0) super(WrongDate.now())
    else super(...args)
  }

  static now() {
    return RightDate.now() + wrongByMs
  }
}
