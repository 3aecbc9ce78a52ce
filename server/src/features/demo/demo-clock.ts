import type { Clock } from '../../platform/clock'

export const DAY_MS = 86_400_000

/** A clock that begins some days ago and is advanced by whoever lives through them. */
export class DemoClock implements Clock {
  constructor(private at: Date) {}

  now(): Date {
    return new Date(this.at)
  }

  moveTo(time: Date): void {
    this.at = time
  }
}
