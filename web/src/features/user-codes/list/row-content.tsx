import type { UserCode } from '@scanleaf/shared'
import IconCornerDownRight from '@tabler/icons-react/dist/esm/icons/IconCornerDownRight.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import { useTranslation } from 'react-i18next'
import { withoutProtocol } from '../../../lib/format/format'
import { websiteOf } from '../../../lib/stored-content'
import { CopyButton } from '../../../ui/button/copy-button'
import { codeName, summaryOf } from '../code-content'
import styles from './codes-table.module.css'
import marks from './row-marks.module.css'

/** The id by which the popup returns focus to its row. */
export const rowLinkId = (codeId: string): string => `code-${codeId}`

const SHOWN_TAGS = 2

export interface RowContentProps {
  code: UserCode
  onOpen: () => void
}

/** The content of a row: name or link, target or content, whether it is paused. */
export function RowContent({ code, onOpen }: RowContentProps) {
  const { t } = useTranslation(['user-codes', 'content-types'])
  const name = codeName(code)
  const typeName = t(`content-types:type.${code.contentType}`, { defaultValue: code.contentType })
  const summary = summaryOf(code, t)
  const staticTitle = code.name || summary.title || typeName
  return (
    <>
      <div className={styles.titleLine}>
        <button
          type="button"
          id={rowLinkId(code.id)}
          className={styles.title}
          aria-label={t('open', { name })}
          aria-keyshortcuts="Enter Delete ArrowUp ArrowDown"
          onClick={onOpen}
        >
          {code.codeRedirect === null ? (
            <bdi dir={code.name === '' && summary.isLtr && summary.title ? 'ltr' : undefined}>
              {staticTitle}
            </bdi>
          ) : (
            <>
              {code.name !== '' && <bdi className={styles.name}>{code.name}</bdi>}
              <ShortLink link={withoutProtocol(code.codeRedirect)} isNamed={code.name !== ''} />
            </>
          )}
        </button>
        {code.codeRedirect !== null && <CopyButton value={code.codeRedirect} className={styles.copy ?? ''} />}
        {code.takedown && (
          <span className={`fine gap-2 ${marks.down}`} title={t(`taken-down.${code.takedown.reason}`)}>
            {t('taken-down')}
          </span>
        )}
        {code.reported && !code.takedown && (
          <span className={`fine gap-2 ${marks.reported}`} data-warned={code.reported.isWarned || undefined}>
            <span className={marks.shortWord}>{t(code.reported.isWarned ? 'warned' : 'reported')}</span>
          </span>
        )}
        {!code.enabled && !code.takedown && (
          <span className={`fine gap-2 ${marks.paused}`}>
            <IconPlayerPause size={12} stroke={2} aria-hidden />
            <span className={marks.shortWord}>{t('paused')}</span>
          </span>
        )}
        <Tags tags={code.tags} />
      </div>
      {code.isDynamicCode ? (
        <Target address={websiteOf(code)} ruleCount={code.rules?.count ?? 0} />
      ) : (
        <div className={styles.target}>
          <StaticLine summary={summary} isNamed={code.name !== ''} typeName={typeName} />
        </div>
      )}
    </>
  )
}

/** Beside a name the id is enough: the host is the same in every row. */
function ShortLink({ link, isNamed }: { link: string; isNamed: boolean }) {
  const lastSlash = link.lastIndexOf('/') + 1
  return (
    <bdi dir="ltr" className={styles.link}>
      {!isNamed && <span className={styles.host}>{link.slice(0, lastSlash)}</span>}
      <span className={styles.id}>{link.slice(lastSlash)}</span>
    </bdi>
  )
}

function Target({ address, ruleCount }: { address: string | null; ruleCount: number }) {
  const { t } = useTranslation('user-codes')
  return (
    <div className={styles.target}>
      <IconCornerDownRight className="flip" size={13} stroke={1.7} aria-hidden />
      <bdi dir={address === null ? undefined : 'ltr'} className={styles.cut}>
        {address === null ? t('detail.unreadable') : withoutProtocol(address)}
      </bdi>
      {ruleCount > 0 && (
        <span className={`fine ${marks.tag}`} title={t('changed.rules')}>
          +{ruleCount}
        </span>
      )}
    </div>
  )
}

interface StaticLineProps {
  summary: ReturnType<typeof summaryOf>
  isNamed: boolean
  typeName: string
}

/** Details that the title does not contain. */
function StaticLine({ summary, isNamed, typeName }: StaticLineProps) {
  const { title, line, isLtr } = summary
  const shown = isNamed ? (title ?? line) : line
  return (
    <bdi dir={isLtr && shown ? 'ltr' : undefined} className={styles.cut}>
      {shown || typeName}
    </bdi>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  const more = tags.length - SHOWN_TAGS
  return (
    <span className={`wrap gap-2 ${marks.tags}`} title={tags.join(', ')}>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <bdi key={tag} className={`fine gap-2 muted clip ${marks.tag}`}>
          {tag}
        </bdi>
      ))}
      {more > 0 && (
        <bdi dir="ltr" className={`fine gap-2 muted clip ${marks.tag}`}>
          +{more}
        </bdi>
      )}
    </span>
  )
}
