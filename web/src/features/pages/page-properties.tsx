import type { UserCode } from '@scanleaf/shared'
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconToolsKitchen2 from '@tabler/icons-react/dist/esm/icons/IconToolsKitchen2.mjs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Allowed } from '../../lib/session/allowed'
import { buttonClass } from '../../ui/button/button'

/** Whether a code leads to a page of its own, whose address ends with the id of the code. */
const leadsToPage = ({ id, codeContent }: Pick<UserCode, 'id' | 'codeContent'>): boolean =>
  codeContent.endsWith(`/${id}"}`)

/** In the popup of a dynamic code: the way to its page, or to its first one. */
export function PageProperties({ code }: { code: UserCode }) {
  const { t } = useTranslation('page-editor')
  if (!leadsToPage(code))
    return (
      <Allowed to="codes:write">
        <Link
          to="/dynamic-codes/new-page"
          search={{ kind: code.contentType === 'VCard' ? 'contact' : 'menu', code: code.id }}
          className={buttonClass({ variant: 'subtle', size: 'sm' })}
        >
          <IconPlus size={17} stroke={1.7} aria-hidden />
          {t(code.contentType === 'VCard' ? 'host-card' : 'make')}
        </Link>
      </Allowed>
    )
  return (
    <Allowed to="codes:write">
      <div className="row wrap gap-5">
        <Link
          to="/dynamic-codes/$id/page"
          params={{ id: code.id }}
          className={buttonClass({ variant: 'default' })}
        >
          <IconEdit size={17} stroke={1.7} aria-hidden />
          {t('edit')}
        </Link>
        <Link
          to="/dynamic-codes/$id/items"
          params={{ id: code.id }}
          className={buttonClass({ variant: 'default' })}
        >
          <IconToolsKitchen2 size={17} stroke={1.7} aria-hidden />
          {t('kitchen')}
        </Link>
      </div>
    </Allowed>
  )
}
