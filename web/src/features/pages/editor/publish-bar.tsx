import { formatList } from '@scanleaf/shared'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { useMay } from '../../../lib/session/workspace'
import { BottomBar } from '../../../ui/bottom-bar/bottom-bar'
import { Button } from '../../../ui/button/button'
import type { PageDraftState } from '../state/page-draft'
import styles from './editor.module.css'

export interface PublishBarProps {
  state: PageDraftState
  isPublishing: boolean
  /** Why the last attempt failed. */
  failure: string | null
  /** How much keeps the page from being published, once somebody tried. */
  faults: number
  onPublish: () => void
  onVersions: () => void
}

/** What visitors see at the moment, and the way from the draft to them. */
export function PublishBar(props: PublishBarProps) {
  const { state, isPublishing, failure, faults, onPublish, onVersions } = props
  const { t } = useTranslation('page-editor')
  const language = useLanguage()
  const mayWrite = useMay('codes:write')
  const { saved, status } = state
  const { publishedAt, isTarget } = saved
  const hasChanges = saved.hasChanges || status !== 'saved'
  const isPublic = !hasChanges && isTarget
  return (
    <BottomBar
      error={failure}
      start={
        <p className={`row gap-5 ${styles.state}`} data-public={isPublic || undefined} role="status">
          <span>
            <b>
              {faults > 0
                ? t('faults', { number: faults })
                : !isTarget
                  ? t('elsewhere')
                  : t(publishedAt === null ? 'unpublished' : hasChanges ? 'changes' : 'published')}
            </b>
            <small className="muted">
              {saved.review !== null
                ? t(saved.review.decision === null ? 'held' : 'refused', {
                    names: formatList(saved.review.names, language),
                  })
                : isTarget &&
                  (publishedAt === null
                    ? t('unpublished.text')
                    : t('shown-since', { time: formatDateTime(publishedAt) }))}
            </small>
          </span>
        </p>
      }
    >
      {publishedAt !== null && (
        <Button
          variant="subtle"
          leftSection={<IconHistory size={17} stroke={1.7} aria-hidden />}
          onClick={onVersions}
        >
          {t('versions')}
        </Button>
      )}
      {mayWrite && (
        <Button loading={isPublishing} disabled={isPublic || status === 'conflict'} onClick={onPublish}>
          {t('publish')}
        </Button>
      )}
    </BottomBar>
  )
}
