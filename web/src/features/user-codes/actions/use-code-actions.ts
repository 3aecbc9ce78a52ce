import type { UserCode } from '@scanleaf/shared'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { isPlanLimit, showPlanLimit } from '../../../lib/plan-limit'
import { copyText } from '../../../lib/use-copy'
import { showToast } from '../../../ui/toast/toasts'
import { useChangeUserCode, useDuplicateUserCode } from '../api'
import { useDownloadCode } from '../download-code'
import { isOnlineCard } from '../online-card'
import type { RowAction } from './action-list'

/**
 * Does what needs neither popup nor question, and says whether it did.
 * @param openCode shows the popup of a code
 */
export function useCodeActions(
  openCode: (id: string) => void,
): (action: RowAction, code: UserCode) => boolean {
  const { t } = useTranslation(['user-codes', 'common'])
  const config = useConfig()
  const navigate = useNavigate()
  const language = useLanguage()
  const download = useDownloadCode()
  const change = useChangeUserCode()
  const duplication = useDuplicateUserCode()

  const showFailure = (error: Error) =>
    showToast({ kind: 'error', title: messageOf(error, t('edit.failed')) })

  function duplicate(code: UserCode) {
    duplication.mutate(code.id, {
      onSuccess: ({ id }) =>
        showToast({
          kind: 'success',
          title: t('duplicated'),
          action: { label: t('view'), onClick: () => openCode(id) },
          visibleMs: 6000,
        }),
      onError: (error) => (isPlanLimit(error) ? showPlanLimit(error) : showFailure(error)),
    })
  }

  return (action, code) => {
    switch (action) {
      case 'download':
        download.mutate({ code, format: 'png' })
        return true
      case 'rules':
        void navigate({ to: '/dynamic-codes/$id/rules', params: { id: code.id } })
        return true
      case 'copy-link':
        void copyText(code.codeRedirect ?? '').then(
          () => showToast({ kind: 'success', title: t('common:copied') }),
          // The link is on screen, to be selected by hand.
          () => {},
        )
        return true
      case 'duplicate':
        duplicate(code)
        return true
      case 'pause':
      case 'resume':
        change.mutate({ id: code.id, patch: { enabled: action === 'resume' } }, { onError: showFailure })
        return true
      case 'edit':
        if (!isOnlineCard(config.links.businessCard, code)) return false
        import('../business-card')
          .then((card) => card.leaveForCard(config, code, language))
          .catch(showFailure)
        return true
      default:
        return false
    }
  }
}
