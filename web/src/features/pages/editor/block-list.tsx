import { MAX_BLOCKS, ownerTextFor } from '@scanleaf/shared'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import IconLayoutNavbar from '@tabler/icons-react/dist/esm/icons/IconLayoutNavbar.mjs'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card/card'
import { useDragOrder } from '../../../ui/list/use-drag-order'
import { Tile } from '../../../ui/tile/tile'
import { useFields } from '../fields/fields-context'
import { BLOCKS, wordsOf } from '../state/blocks'
import type { PageDraftState } from '../state/page-draft'
import { AddBlock, type AddBlockProps } from './add-block'
import styles from './editor.module.css'

/** The selected part of a page: its head, or a block by its key. */
export type Selected = 'head' | string

export interface BlockListProps extends Pick<AddBlockProps, 'onAdd'> {
  state: PageDraftState
  selected: Selected | null
  onSelect: (selected: Selected) => void
  onMove: (from: number, to: number) => void
}

/** The parts of a page in their order, which the grip changes, or ↑ and ↓ beside the fields of one. */
export function BlockList({ state, selected, onSelect, onMove, onAdd }: BlockListProps) {
  const { t } = useTranslation(['page-editor', 'pages', 'content-types'])
  const { language, languages, isLeft } = useFields()
  const list = useRef<HTMLOListElement>(null)
  const { page, keys, problems } = state
  const { blocks } = page
  const drag = useDragOrder(list, onMove)
  return (
    <Card className={styles.blocks} aria-labelledby="blocks">
      <div className={`row ${styles.blocksHead}`}>
        <h2 id="blocks" className="fill">
          {t('blocks')}
        </h2>
        <span className="small muted">{t('blocks.used', { used: blocks.length, max: MAX_BLOCKS })}</span>
      </div>
      <Row
        isSelected={selected === 'head'}
        isWrong={['name', 'line', 'languages', 'zone'].some((each) => each in problems && isLeft(each))}
        icon={<IconLayoutNavbar size={17} stroke={1.7} />}
        name={t('head')}
        words={ownerTextFor(page.name, language, languages)?.text ?? ''}
        onSelect={() => onSelect('head')}
      />
      <ol ref={list} className={styles.order}>
        {blocks.map((block, at) => {
          const key = keys[at] ?? ''
          const { Icon, name } = BLOCKS[block.type]
          const isSelected = selected === key
          return (
            <li key={key} data-drag={drag.isDragged(at) || undefined}>
              <Row
                isSelected={isSelected}
                isWrong={Object.keys(problems).some(
                  (each) => each.startsWith(`blocks.${at}.`) && isLeft(each),
                )}
                icon={<Icon size={17} stroke={1.7} />}
                name={t(name)}
                words={wordsOf(block, language, languages)}
                grip={
                  <span className={styles.grip} {...drag.gripOf(at)}>
                    <IconGripVertical size={17} stroke={1.7} aria-hidden />
                  </span>
                }
                onSelect={() => onSelect(key)}
              />
            </li>
          )
        })}
      </ol>
      <AddBlock isFull={blocks.length >= MAX_BLOCKS} onAdd={onAdd} />
    </Card>
  )
}

interface RowProps {
  isSelected: boolean
  isWrong: boolean
  icon: ReactNode
  name: string
  words: string
  grip?: ReactNode
  onSelect: () => void
}

const Row = ({ isSelected, isWrong, icon, name, words, grip, onSelect }: RowProps) => (
  <div className={`row ${styles.block}`} data-wrong={isWrong || undefined}>
    {grip ?? <span className={styles.grip} />}
    <button
      type="button"
      className={`row fill gap-5 ${styles.select}`}
      aria-current={isSelected || undefined}
      onClick={onSelect}
    >
      <Tile size={32} tone={isSelected ? 'green' : 'plain'}>
        {icon}
      </Tile>
      <span className={`fill ${styles.words}`}>
        <b>{name}</b>
        {words !== '' && (
          <small className="clip muted">
            <bdi>{words}</bdi>
          </small>
        )}
      </span>
      <IconChevronRight className={`flip ${styles.chevron}`} size={17} stroke={1.7} aria-hidden />
    </button>
  </div>
)
