import { BANK_LIST, type Bank, bankOf } from '@scanleaf/qr'
import { foldText } from '@scanleaf/shared'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './bank-field.module.css'
import { DraftField } from './field'

export interface BankFieldProps {
  name: string
  label: string
  required: boolean
  error: string | undefined
  /** BIN of a bank, or what was typed instead. */
  value: string
  onChoose: (bin: string) => void
  onBlur: () => void
}

/** Banks whose name, full name or BIN has the words. */
function banksLike(query: string): Bank[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  return BANK_LIST.filter(({ bin, code, name, fullName }) => {
    const text = foldText(`${bin} ${code} ${name} ${fullName}`)
    return words.every((word) => text.includes(word))
  })
}

/** A bank out of the list, found by typing: an editable combobox with a list (ARIA 1.2), the most used banks first. */
export function BankField({ value, onChoose, onBlur, ...frame }: BankFieldProps) {
  const { t } = useTranslation('generator')
  const listId = useId()
  const [query, setQuery] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const bank = bankOf(value)
  const found = query === null ? [] : banksLike(query)

  function choose(chosen: Bank) {
    setQuery(null)
    onChoose(chosen.bin)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (query === null) setQuery('')
      else setActive((active + step + found.length) % Math.max(found.length, 1))
    } else if (event.key === 'Escape' && query !== null) {
      event.preventDefault()
      setQuery(null)
    } else if (event.key === 'Enter' && query !== null) {
      event.preventDefault()
      const chosen = found[active]
      if (chosen) choose(chosen)
    }
  }

  function leave() {
    const [only, ...others] = found
    if (query && only && others.length === 0) choose(only)
    else if (query) onChoose(query)
    setQuery(null)
    onBlur()
  }

  return (
    <div className={styles.field}>
      <DraftField
        {...frame}
        value={query ?? bank?.name ?? value}
        placeholder={t('bank.search')}
        autoComplete="off"
        role="combobox"
        aria-expanded={query !== null}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found[active] && `${listId}-${found[active].bin}`}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setActive(0)
        }}
        onClick={() => setQuery((typed) => typed ?? '')}
        onKeyDown={onKeyDown}
        onBlur={leave}
        end={query === null && bank && <span className={styles.bin}>{bank.bin}</span>}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={frame.label}
        className={styles.list}
        hidden={query === null}
      >
        {found.map((each, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which keeps the focus
          <div
            key={each.bin}
            id={`${listId}-${each.bin}`}
            role="option"
            // The list is walked with the arrow keys of the input.
            tabIndex={-1}
            aria-selected={place === active}
            className={styles.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(each)}
          >
            <b>{each.name}</b>
            <span>{each.fullName}</span>
          </div>
        ))}
        {query !== null && found.length === 0 && <div className={styles.none}>{t('bank.none')}</div>}
      </div>
    </div>
  )
}
