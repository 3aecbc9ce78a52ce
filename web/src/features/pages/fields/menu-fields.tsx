import {
  MAX_MENU_ITEMS,
  MAX_MENU_SECTIONS,
  MAX_PAGE_LINE,
  MAX_TITLE,
  MENU_CURRENCIES,
  type MenuCurrency,
} from '@scanleaf/shared'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button'
import { SelectField } from '../../../ui/field/select-field'
import type { PageSlots } from '../slots'
import { type BlockOf, newItem, newSection } from '../state/blocks'
import { moved, without } from '../state/lists'
import styles from './fields.module.css'
import { type BlockProps, useFields } from './fields-context'
import { MenuItemFields } from './menu-item-fields'
import { MenuTableDialog } from './menu-table-dialog'
import { OwnerTextField } from './owner-text'
import { AddButton, RowTools, usePutBack } from './row-list'

type Section = BlockOf<'menu'>['sections'][number]

/** A menu by its sections, one at a time. */
export function MenuFields({
  block,
  place,
  onChange,
  readTable,
}: BlockProps<BlockOf<'menu'>> & Pick<PageSlots, 'readTable'>) {
  const { t } = useTranslation(['page-editor', 'content-types'])
  const { language, languages, changeItem } = useFields()
  const [asked, setShown] = useState(0)
  const [showsTable, setShowsTable] = useState(false)
  const { sections, currency = 'VND' } = block
  const shown = Math.min(asked, sections.length - 1)
  const section = sections[shown]
  const nameOf = ({ title }: Section, at: number) =>
    title[language] || (languages[0] && title[languages[0]]) || t('section', { number: at + 1 })
  const setSections = (next: Section[]) => onChange({ ...block, sections: next })
  const putBack = usePutBack(sections, setSections)
  return (
    <>
      <p className="small muted">{t('live-note')}</p>
      <div>
        <Button
          variant="default"
          leftSection={<IconTable size={17} stroke={1.7} aria-hidden />}
          onClick={() => setShowsTable(true)}
        >
          {t('sheet')}
        </Button>
      </div>
      {showsTable && (
        <MenuTableDialog
          block={block}
          readTable={readTable}
          onUse={(next) => {
            setSections(next)
            for (const [id, price] of pricesChanged(sections, next)) changeItem(id, { price })
            setShown(0)
            setShowsTable(false)
          }}
          onClose={() => setShowsTable(false)}
        />
      )}
      <fieldset className={`row gap-4 ${styles.sections}`}>
        <legend className="visually-hidden">{t('sections')}</legend>
        {sections.map((each, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a section has no other name than its place
            key={at}
            type="button"
            className={styles.pill}
            aria-pressed={at === shown}
            onClick={() => setShown(at)}
          >
            {nameOf(each, at)} <span className="muted">{each.items.length}</span>
          </button>
        ))}
        <button
          type="button"
          className={`centred ${styles.pill}`}
          aria-label={t('add-section')}
          disabled={sections.length >= MAX_MENU_SECTIONS}
          onClick={() => {
            setSections([...sections, newSection()])
            setShown(sections.length)
          }}
        >
          <IconPlus size={17} stroke={1.7} aria-hidden />
        </button>
      </fieldset>
      {section && (
        <SectionFields
          key={shown}
          section={section}
          place={`${place}.sections.${shown}`}
          currency={currency}
          tools={
            <RowTools
              name={nameOf(section, shown)}
              at={shown}
              count={sections.length}
              onMove={(to) => {
                setSections(moved(sections, shown, to))
                setShown(to)
              }}
              onRemove={() => {
                setSections(without(sections, shown))
                putBack(nameOf(section, shown), section, shown)
              }}
            />
          }
          onChange={(next) => setSections(sections.map((each, at) => (at === shown ? next : each)))}
        />
      )}
      <OwnerTextField
        label={t('field.note')}
        place={`${place}.note`}
        texts={block.note}
        maxLength={MAX_PAGE_LINE}
        onChange={(note) => onChange({ ...block, note })}
      />
      <SelectField
        label={t('content-types:field.currency')}
        value={currency}
        onChange={(event) => onChange({ ...block, currency: event.currentTarget.value as MenuCurrency })}
      >
        {Object.keys(MENU_CURRENCIES).map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
    </>
  )
}

interface SectionFieldsProps {
  section: Section
  place: string
  currency: MenuCurrency
  tools: ReactNode
  onChange: (section: Section) => void
}

function SectionFields({ section, place, currency, tools, onChange }: SectionFieldsProps) {
  const { t } = useTranslation('page-editor')
  const { language } = useFields()
  /** The item whose rarer fields are open. */
  const [open, setOpen] = useState<string | null>(null)
  const { items } = section
  const setItems = (next: Section['items']) => onChange({ ...section, items: next })
  const putBack = usePutBack(items, setItems)
  return (
    <div className="stack gap-6">
      <div className={styles.line}>
        <OwnerTextField
          label={t('section-name')}
          place={`${place}.title`}
          texts={section.title}
          required
          maxLength={MAX_TITLE}
          onChange={(title) => onChange({ ...section, title })}
        />
        {tools}
      </div>
      <ol className={styles.items}>
        {items.map((item, at) => (
          <MenuItemFields
            key={item.id}
            item={item}
            place={`${place}.items.${at}`}
            currency={currency}
            isOpen={open === item.id}
            onToggle={() => setOpen(open === item.id ? null : item.id)}
            onChange={(next) => setItems(items.map((each) => (each.id === item.id ? next : each)))}
            tools={
              <RowTools
                name={item.name[language] ?? ''}
                at={at}
                count={items.length}
                onMove={(to) => setItems(moved(items, at, to))}
                onRemove={() => {
                  setItems(without(items, at))
                  putBack(item.name[language] ?? '', item, at)
                }}
              />
            }
          />
        ))}
      </ol>
      <AddButton
        label={t('add-item')}
        disabled={items.length >= MAX_MENU_ITEMS}
        onClick={() => setItems([...items, newItem()])}
      />
    </div>
  )
}

/** Prices of items that stay: the server takes them apart from the draft. */
function pricesChanged(before: readonly Section[], after: readonly Section[]): [string, string | null][] {
  const old = new Map(
    before.flatMap(({ items }) => items.map(({ id, price = null }) => [id, price] as const)),
  )
  return after
    .flatMap(({ items }) => items)
    .flatMap(({ id, price = null }) => (old.has(id) && old.get(id) !== price ? [[id, price]] : []))
}
