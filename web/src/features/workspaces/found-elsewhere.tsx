import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { openWorkspace } from '../../lib/session/workspace'
import { Button } from '../../ui/button/button'
import { InfoMessage } from '../../ui/message/info-message'
import { workspaceWithQuery } from './api'

/** In which workspace of the person something is, and the way to this screen there; nothing while it is in none. */
export function FoundElsewhere(of: { codeId: string } | { proposalId: string }) {
  const { t } = useTranslation('workspaces')
  const isCode = 'codeId' in of
  const { data: found } = useQuery(
    workspaceWithQuery(isCode ? { code: of.codeId } : { proposal: of.proposalId }),
  )
  if (!found) return null
  const name = { workspace: bidiIsolate(found.name) }
  const open = () => openWorkspace(found, `${window.location.pathname}${window.location.search}`)
  return (
    <InfoMessage>
      {t(isCode ? 'elsewhere' : 'elsewhere.proposal', name)}{' '}
      <Button size="sm" onClick={open}>
        {t('elsewhere.open', name)}
      </Button>
    </InfoMessage>
  )
}
