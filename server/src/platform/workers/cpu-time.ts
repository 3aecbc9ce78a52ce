import { readFileSync } from 'node:fs'

/** Length of a clock tick in /proc, on every Linux (proc(5), USER_HZ). */
const MS_PER_TICK = 10

/** Processor time that all threads of a process have used, in ms; null where the system has no /proc. */
export function cpuTimeOf(pid: number): number | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return null
  }
  // The second field is a name in brackets, which may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])]
  return (userTicks + systemTicks) * MS_PER_TICK
}
