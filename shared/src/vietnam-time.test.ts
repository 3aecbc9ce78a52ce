import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vietnamTime } from './vietnam-time'

test('the clocks of Vietnam are those of its IANA zone', () => {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Ho_Chi_Minh',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const times = fc.date({ min: new Date('1976-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(times, (time) => {
      expect(vietnamTime(time)).toBe(clock.format(time).replace(' ', 'T'))
      expect(vietnamTime(time.toISOString())).toBe(vietnamTime(time))
    }),
  )
})
