import type { Workspace } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { openWorkspace, rememberWorkspace, takeGone } from '../../lib/session/workspace'
import drop from '../../ui/menu/dropdown.module.css'
import { useDropdown } from '../../ui/menu/use-dropdown'
import { showToast } from '../../ui/toast/toasts'
import { workspaceId, workspacesQuery } from './api'
import styles from './switcher.module.css'

/** In the bar, for who has a second workspace: in which one this tab works, and the others. */
export function WorkspaceSwitcher() {
  const { t } = useTranslation('workspaces')
  const { data: workspaces = [] } = useQuery(workspacesQuery)
  const panel = useDropdown()
  useEffect(() => {
    if (takeGone()) showToast({ kind: 'error', title: t('gone') })
  }, [t])
  const current = workspaces.find(({ id }) => id === workspaceId())
  const role = current?.role
  // It may have changed since it was chosen.
  useEffect(() => {
    if (role) rememberWorkspace({ id: workspaceId(), role })
  }, [role])
  if (!current || workspaces.length < 2) return null
  const owned = workspaces.filter((each) => each.role === 'owner')
  const shared = workspaces.filter((each) => each.role !== 'owner')
  const choose = (chosen: Workspace) =>
    chosen.id === current.id ? panel.closeToButton() : openWorkspace(chosen)
  return (
    <div className={drop.root} data-in-bar {...panel.rootProps}>
      <button
        type="button"
        ref={panel.buttonRef}
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={panel.isOpen}
        aria-label={t('switch', { name: bidiIsolate(current.name) })}
        onClick={panel.toggle}
      >
        <Tile workspace={current} />
        <bdi className={styles.current}>{current.name}</bdi>
        <IconSelector size={16} stroke={1.7} aria-hidden />
      </button>
      {panel.isOpen && (
        <div
          className={`${drop.panel} ${styles.panel}`}
          role="dialog"
          aria-label={t('switch', { name: bidiIsolate(current.name) })}
        >
          <p className={styles.heading}>{t(owned.length > 1 ? 'switch.owned' : 'switch.own')}</p>
          {owned.map((each) => (
            <Choice key={each.id} workspace={each} isCurrent={each === current} onChoose={choose} />
          ))}
          {shared.length > 0 && <p className={styles.heading}>{t('switch.shared')}</p>}
          {shared.map((each) => (
            <Choice key={each.id} workspace={each} isCurrent={each === current} onChoose={choose} />
          ))}
          <hr className={styles.divider} />
          <Link to="/settings/$tab" params={{ tab: 'members' }} className={styles.item} onClick={panel.close}>
            <IconUsers size={18} stroke={1.7} aria-hidden />
            <span>{t('members')}</span>
          </Link>
        </div>
      )}
    </div>
  )
}

const Tile = ({ workspace: { name } }: { workspace: Workspace }) => (
  <span className={styles.tile} aria-hidden="true">
    {[...name][0]?.toLocaleUpperCase()}
  </span>
)

function Choice({
  workspace,
  isCurrent,
  onChoose,
}: {
  workspace: Workspace
  isCurrent: boolean
  onChoose: (workspace: Workspace) => void
}) {
  const { t } = useTranslation('workspaces')
  return (
    <button
      type="button"
      className={styles.item}
      aria-current={isCurrent}
      onClick={() => onChoose(workspace)}
    >
      <Tile workspace={workspace} />
      <span className={styles.words}>
        <bdi>{workspace.name}</bdi>
        <span>{t(`role.${workspace.role}`)}</span>
        {workspace.deletingAt && (
          <span className={styles.ending}>
            {t('switch.deleting', { day: formatDate(workspace.deletingAt) })}
          </span>
        )}
      </span>
      {isCurrent && <IconCheck size={18} stroke={1.7} aria-hidden />}
    </button>
  )
}
