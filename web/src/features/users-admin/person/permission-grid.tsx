import { PERMISSION_BITS, type PermittedAction, RESOURCES } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import own from '../users-admin.module.css'

type Permissions = Record<string, number>

export const ACTIONS = Object.keys(PERMISSION_BITS) as PermittedAction[]

/** The permissions of a member for each resource: a box for each bit of its mask. */
export function PermissionGrid({
  permissions,
  onChange,
}: {
  permissions: Permissions
  /** Null for those who may only look. */
  onChange: ((permissions: Permissions) => void) | null
}) {
  const { t } = useTranslation('users-admin')
  const toggle = (resource: string, action: PermittedAction) =>
    onChange?.({ ...permissions, [resource]: (permissions[resource] ?? 0) ^ PERMISSION_BITS[action] })
  return (
    <div className={own.masks}>
      {RESOURCES.map((resource) => (
        <fieldset key={resource} className={`row wrap small ${own.mask}`} disabled={onChange === null}>
          <legend>{t(`resource.${resource}`)}</legend>
          {ACTIONS.map((action) => (
            <label key={action}>
              <input
                type="checkbox"
                checked={((permissions[resource] ?? 0) & PERMISSION_BITS[action]) !== 0}
                onChange={() => toggle(resource, action)}
              />
              {t(`action.${action}`)}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
