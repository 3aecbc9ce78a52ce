import { languageOf, type MenuCurrency, readMenuPrice } from '@scanleaf/shared'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { useAmountProblem } from '../../../ui/field/amount-problem'
import { TextField } from '../../../ui/field/text-field'
import type { ItemInput } from '../state/live-values'
import styles from './fields.module.css'
import { useErrorAt, useFields } from './fields-context'

/** A stored price in the notation of a language, as `readMenuPrice` reads it again. */
export const priceText = (price: string, language: Parameters<typeof languageOf>[0]): string =>
  new Intl.NumberFormat(languageOf(language).intl, {
    minimumFractionDigits: price.split('.')[1]?.length ?? 0,
  }).format(Number(price))

export interface PriceFieldProps {
  item: ItemInput
  place: string
  currency: MenuCurrency
  /** Name of the item, for screen readers. */
  name: string
}

/** A price as owners type it, `45k` and `45.000`; it is live once the field is left. */
export function PriceField({ item, place, currency, name }: PriceFieldProps) {
  const { t } = useTranslation('page-editor')
  const language = useLanguage()
  const { changeItem, reportPrice } = useFields()
  const error = useErrorAt()(place)
  const sayProblem = useAmountProblem()
  const stored = item.price ?? null
  /** Null while it is shown as it is stored. */
  const [typed, setTyped] = useState<string | null>(null)
  const [note, setNote] = useState<{ typed: string; price: string } | null>(null)
  const [isLeft, setIsLeft] = useState(false)
  const reading = typed === null || typed.trim() === '' ? null : readMenuPrice(typed, currency, language)
  const isUnreadable = isLeft && reading?.problem != null
  const forget = useEffectEvent(() => reportPrice(item.id, false))
  useEffect(() => () => forget(), [])

  function leave() {
    if (typed === null) return
    setIsLeft(true)
    reportPrice(item.id, reading?.problem != null)
    if (reading?.problem != null) return
    const price = reading?.digits ?? null
    setTyped(null)
    setNote(price !== null && /\D/.test(typed) && price !== stored ? { typed, price } : null)
    if (price !== stored) changeItem(item.id, { price })
  }

  return (
    <TextField
      label={t('field.price')}
      aria-label={`${name}: ${t('field.price')}`}
      value={typed ?? (stored === null ? '' : priceText(stored, language))}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      end={<span className={`muted small ${styles.unit}`}>{currency}</span>}
      error={isUnreadable ? sayProblem(reading.problem) : error}
      hint={
        note?.price === stored
          ? t('price.read', {
              typed: bidiIsolate(note.typed),
              price: bidiIsolate(priceText(note.price, language)),
            })
          : undefined
      }
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        setIsLeft(false)
      }}
      onBlur={leave}
    />
  )
}
