import { foldText } from '@scanleaf/shared'
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs'
import IconBuildingStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs'
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs'
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs'
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import IconToolsKitchen2 from '@tabler/icons-react/dist/esm/icons/IconToolsKitchen2.mjs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import card from '../../ui/card/card.module.css'
import styles from './jobs.module.css'

/** Pages for who has no website, by the kinds that four questions make. */
export const OFFERED_PAGES = [
  { kind: 'menu', name: 'pages:menu', Icon: IconToolsKitchen2 },
  { kind: 'business', name: 'page-editor:kind.business', Icon: IconBuildingStore },
  { kind: 'contact', name: 'content-types:type.VCard', Icon: IconId },
  { kind: 'event', name: 'content-types:tab.event', Icon: IconCalendarEvent },
  { kind: 'place', name: 'content-types:tab.place', Icon: IconMapPin },
  { kind: 'pay', name: 'content-types:group.pay', Icon: IconBuildingBank },
] as const

const NAMESPACES = ['content-types', 'pages', 'page-editor']

/** Kinds whose names have all words of a search. */
export function usePageKinds(query: string): (typeof OFFERED_PAGES)[number][] {
  const { t } = useTranslation(NAMESPACES)
  const words = foldText(query).split(/\s+/).filter(Boolean)
  return OFFERED_PAGES.filter(({ name }) => words.every((word) => foldText(t(name)).includes(word)))
}

export function PageLinks({ kinds }: { kinds: readonly (typeof OFFERED_PAGES)[number][] }) {
  const { t } = useTranslation(NAMESPACES)
  return (
    <ul className={styles.most}>
      {kinds.map(({ kind, name, Icon }) => (
        <li key={kind}>
          <Link
            to="/dynamic-codes/new-page"
            search={{ kind }}
            className={`row gap-5 ${card.card} ${styles.card}`}
          >
            <Icon size={20} stroke={1.7} aria-hidden />
            {t(name)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
