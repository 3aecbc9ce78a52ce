import { MAX_CHATS, MAX_PAGE_LINE } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Disclosure } from '../../../ui/disclosure/disclosure'
import type { BlockContentType, PageSlots } from '../slots'
import type { BlockOf } from '../state/blocks'
import { type BlockProps, useErrorAt, useFields } from './fields-context'
import { OwnerTextField } from './owner-text'
import { RowList } from './row-list'
import { LineField } from './simple-blocks'

type Content = Record<string, string>
export type Slot = Pick<PageSlots, 'ContentFields'>

interface StaticContentProps extends Slot {
  type: BlockContentType
  /** Of the content, `blocks.3.content`. */
  place: string
  content: Content
  onChange: (content: Content) => void
}

/** What a static code holds too, in the fields of the generator. */
function StaticContent({ ContentFields, type, place, content, onChange }: StaticContentProps) {
  const { problems, leave } = useFields()
  const errorAt = useErrorAt()
  const errors = Object.fromEntries(
    Object.keys(problems)
      .filter((each) => each.startsWith(`${place}.`))
      .map((each) => [each.slice(place.length + 1), errorAt(each)]),
  )
  return (
    <ContentFields
      type={type}
      content={content}
      errors={errors}
      onChange={(next) => onChange({ ...next })}
      onLeave={(field) => leave(`${place}.${field}`)}
    />
  )
}

export function ChatFields({ block, place, onChange, ContentFields }: BlockProps<BlockOf<'chat'>> & Slot) {
  const { t } = useTranslation('page-editor')
  return (
    <RowList
      rows={block.chats}
      max={MAX_CHATS}
      addLabel={t('add-chat')}
      nameOf={({ app = '' }) => app}
      newRow={() => ({ app: 'Zalo', account: '' })}
      onChange={(chats) => onChange({ ...block, chats })}
    >
      {(chat, at, change) => (
        <StaticContent
          ContentFields={ContentFields}
          type="Chat"
          place={`${place}.chats.${at}`}
          content={chat}
          onChange={change}
        />
      )}
    </RowList>
  )
}

const CONTENT_TYPES = {
  call: 'Phone',
  pay: 'VietQR',
  contact: 'VCard',
  event: 'Event',
  wifi: 'Wifi',
} as const satisfies Record<string, BlockContentType>
type ContentBlock = BlockOf<keyof typeof CONTENT_TYPES>

export const isContentBlock = (block: { type: string }): block is ContentBlock => block.type in CONTENT_TYPES

export function ContentBlockFields({
  block,
  place,
  onChange,
  ContentFields,
}: BlockProps<ContentBlock> & Slot) {
  return (
    <>
      <StaticContent
        ContentFields={ContentFields}
        type={CONTENT_TYPES[block.type]}
        place={`${place}.content`}
        content={block.content}
        onChange={(content) => onChange({ ...block, content })}
      />
      {block.type === 'event' && (
        <LineField place={place} line={block.line} onChange={(line) => onChange({ ...block, line })} />
      )}
    </>
  )
}

export function PlaceFields({ block, place, onChange, ContentFields }: BlockProps<BlockOf<'place'>> & Slot) {
  const { t } = useTranslation('page-editor')
  const [isExact, setIsExact] = useState(block.content !== null)
  return (
    <>
      <OwnerTextField
        label={t('field.address')}
        place={`${place}.address`}
        texts={block.address}
        required
        maxLength={MAX_PAGE_LINE}
        onChange={(address) => onChange({ ...block, address })}
      />
      <LineField place={place} line={block.line} onChange={(line) => onChange({ ...block, line })} />
      <Disclosure title={t('exact-place')} isOpen={isExact} onToggle={setIsExact}>
        <StaticContent
          ContentFields={ContentFields}
          type="Place"
          place={`${place}.content`}
          content={block.content ?? {}}
          onChange={(content) =>
            onChange({
              ...block,
              content: Object.values(content).some((each) => each !== '') ? content : null,
            })
          }
        />
      </Disclosure>
    </>
  )
}
