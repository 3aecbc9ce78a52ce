import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs'
import IconCalendarOff from '@tabler/icons-react/dist/esm/icons/IconCalendarOff.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs'
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs'
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'

export const CONDITION_ICONS = {
  from: IconCalendarEvent,
  until: IconCalendarOff,
  days: IconCalendar,
  hours: IconClock,
  devices: IconDevices,
  languages: IconLanguage,
  countries: IconWorld,
  first: IconTicket,
}
