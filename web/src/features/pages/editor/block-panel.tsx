import type { PageBlockInput, PageInput } from '@scanleaf/shared'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { BlockFields } from '../fields/block-fields'
import { HeadFields } from '../fields/head-fields'
import { RowTools } from '../fields/row-list'
import type { PageSlots } from '../slots'
import { BLOCKS } from '../state/blocks'
import styles from './editor.module.css'

export interface BlockPanelProps {
  page: PageInput
  /** The place of the block; −1 for the head. */
  at: number
  /** Fills the screen of a phone, and leads back to the list. */
  hasBack: boolean
  slots: PageSlots
  onPage: (page: PageInput) => void
  onBlock: (block: PageBlockInput) => void
  onMove: (to: number) => void
  onRemove: () => void
  onClose: () => void
}

/** The fields of the selected part. */
export function BlockPanel({
  page,
  at,
  hasBack,
  slots,
  onPage,
  onBlock,
  onMove,
  onRemove,
  onClose,
}: BlockPanelProps) {
  const { t } = useTranslation(['page-editor', 'pages', 'content-types', 'common'])
  const block = page.blocks[at]
  const name = block ? t(BLOCKS[block.type].name) : t('head')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasBack) title.current?.focus()
  }, [hasBack])
  return (
    <Card
      isPadded
      id="page-fields"
      className={`stack gap-8 ${styles.panel}`}
      aria-labelledby="page-fields-title"
    >
      <div className="row gap-6">
        {hasBack && (
          <IconButton size={44} aria-label={t('common:go-back')} onClick={onClose}>
            <IconArrowLeft className="flip" size={20} stroke={1.7} aria-hidden />
          </IconButton>
        )}
        <h2 id="page-fields-title" ref={title} className="fill" tabIndex={hasBack ? -1 : undefined}>
          {name}
        </h2>
        {block && (
          <RowTools name={name} at={at} count={page.blocks.length} onMove={onMove} onRemove={onRemove} />
        )}
      </div>
      {block ? (
        <BlockFields block={block} place={`blocks.${at}`} {...slots} onChange={onBlock} />
      ) : (
        <HeadFields page={page} onChange={onPage} />
      )}
    </Card>
  )
}
