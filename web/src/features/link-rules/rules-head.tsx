import type { UserCode } from '@scanleaf/shared'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { withoutProtocol } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { thumbnailOf } from '../../lib/qr/thumbnail'
import { PageHeader } from '../../ui/page/page-header'

export type RuledCode = Pick<
  UserCode,
  'id' | 'name' | 'codeContent' | 'codeRedirect' | 'contentType' | 'isDynamicCode' | 'qrImageUrl' | 'takedown'
>

interface RulesHeadProps {
  code: RuledCode | undefined
  /** The buttons. */
  children?: ReactNode
}

/** The code that the rules are of. */
export function RulesHead({ code, children }: RulesHeadProps) {
  const { t } = useTranslation('link-rules')
  const link = withoutProtocol(code?.codeRedirect ?? '')
  return (
    <PageHeader
      title={code?.name || (link ? bidiIsolate(link) : t('title'))}
      {...(link && { subtitle: `${bidiIsolate(link)} · ${t('printed')}` })}
      start={
        <>
          <Link to="/dynamic-codes" aria-label={t('back')}>
            <IconArrowLeft className="flip" size={20} stroke={1.7} aria-hidden />
          </Link>
          {code && <img src={thumbnailOf(code.qrImageUrl)} alt="" width={48} height={48} />}
        </>
      }
    >
      {children}
    </PageHeader>
  )
}
