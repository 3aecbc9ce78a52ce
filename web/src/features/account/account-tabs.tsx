import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TabLinks } from '../../ui/tabs/tab-links'
import tabs from '../../ui/tabs/tabs.module.css'

const TABS = [
  { to: '/account/profile', text: 'profile', Icon: IconUser },
  { to: '/account/security', text: 'security', Icon: IconShieldCheck },
  { to: '/account/leaving', text: 'leaving', Icon: IconArchive },
] as const

/** The parts of one's own account. */
export function AccountTabs() {
  const { t } = useTranslation('account')
  return (
    <TabLinks label={t('tabs')}>
      {TABS.map(({ to, text, Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ includeSearch: false }}
          className={`row muted gap-4 ${tabs.tab}`}
        >
          <Icon size={17} stroke={1.7} aria-hidden />
          {t(text)}
        </Link>
      ))}
    </TabLinks>
  )
}
