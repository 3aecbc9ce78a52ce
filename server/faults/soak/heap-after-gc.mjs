import { appendFileSync } from 'node:fs'
import v8 from 'node:v8'
import vm from 'node:vm'

/*
 * Loaded before the program, in each of its threads: collects each minute and writes what was retained, so that growth
 * shows leaks and not how seldom V8 collects.
 */
const MINUTE_MS = 60_000
/** A timer may fire a little early, and at the very minute it would do so twice. */
const PAST_MS = 1_000

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc')

const passed = () => process.uptime() * 1000

function collectEachMinute() {
  setTimeout(
    () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      const line = `${Math.round(passed() / MINUTE_MS)} ${heapUsed + external}\n`
      appendFileSync(process.env.SOAK_KEPT_MEMORY, line)
      collectEachMinute()
    },
    MINUTE_MS + PAST_MS - (passed() % MINUTE_MS),
  ).unref()
}

collectEachMinute()
