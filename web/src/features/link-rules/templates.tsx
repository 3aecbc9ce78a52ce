import type { RuleConditions } from '@scanleaf/shared'
import IconArrowsSplit2 from '@tabler/icons-react/dist/esm/icons/IconArrowsSplit2.mjs'
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs'
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs'
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Tile } from '../../ui/tile/tile'
import { type DraftRule, evenly, newRule } from './draft/draft'
import styles from './editor.module.css'

const TEMPLATES = ['meals', 'weekend', 'event', 'phones', 'split', 'guests', 'first'] as const
export type Template = (typeof TEMPLATES)[number]

const LOOKS = {
  meals: { Icon: IconClock, tone: 'green' },
  weekend: { Icon: IconCalendar, tone: 'amber' },
  event: { Icon: IconFlag, tone: 'plain' },
  phones: { Icon: IconDeviceMobile, tone: 'blue' },
  split: { Icon: IconArrowsSplit2, tone: 'red' },
  guests: { Icon: IconWorld, tone: 'green' },
  first: { Icon: IconTicket, tone: 'amber' },
} as const

const WORKDAYS = [0, 1, 2, 3, 4]
const WEEKEND = [5, 6]
const link = (when: RuleConditions, name: string): DraftRule => newRule(when, { to: { url: '' } }, name)

/**
 * Rules for a usual job, which lack only their addresses.
 * @param tomorrow midnight in the code’s zone, `YYYY-MM-DDTHH:MM`
 * @param foreign a language that guests from elsewhere speak
 */
export function rulesOf(
  template: Template,
  t: TFunction<'link-rules'>,
  tomorrow: string,
  foreign: string,
): DraftRule[] {
  switch (template) {
    case 'meals':
      return [
        link({ days: WORKDAYS, hours: [['10:30', '14:00']] }, t('lunch')),
        link({ days: WORKDAYS, hours: [['17:00', '22:00']] }, t('dinner')),
      ]
    case 'weekend':
      return [link({ days: WEEKEND }, t('template.weekend'))]
    case 'event':
      return [newRule({ from: tomorrow }, { end: { text: t('event-text') } }, t('template.event'))]
    case 'phones':
      return [
        link({ devices: ['ios'] }, t('device.ios')),
        link({ devices: ['android'] }, t('device.android')),
      ]
    case 'split':
      return [newRule({}, { split: evenly([{ url: '' }, { url: '' }]) }, t('template.split'))]
    case 'guests':
      return [link({ languages: [foreign] }, t('template.guests'))]
    case 'first':
      return [link({ first: 100 }, t('template.first'))]
  }
}

export function Templates({ onChoose }: { onChoose: (template: Template) => void }) {
  const { t } = useTranslation('link-rules')
  return (
    <ul className={styles.templates} aria-label={t('templates')}>
      {TEMPLATES.map((template) => {
        const { Icon, tone } = LOOKS[template]
        return (
          <li key={template}>
            <button
              type="button"
              className={`row small gap-5 ${styles.template}`}
              onClick={() => onChoose(template)}
            >
              <Tile size={30} tone={tone}>
                <Icon size={16} stroke={1.7} />
              </Tile>
              {t(`template.${template}`)}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
