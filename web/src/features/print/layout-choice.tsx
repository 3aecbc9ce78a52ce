import { LABEL_SIZES, type SheetLayout } from '@scanleaf/qr'
import { formatNumber } from '@scanleaf/shared'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../lib/i18n/i18n'
import { SelectField } from '../../ui/field/select-field'
import { TextField } from '../../ui/field/text-field'
import { LABEL_SIZE_NAMES, PAPER_NAMES } from './choices'
import { GRID_FIELDS, type PrintOptions } from './print-options'
import styles from './print-page.module.css'

const KINDS = ['labels', 'tent', 'stickers', 'poster', 'card'] as const
type Kind = (typeof KINDS)[number]
/** What each kind begins with. */
const FIRST: Record<Kind, SheetLayout> = {
  labels: { kind: 'labels', size: '70x37' },
  tent: { kind: 'tent', size: 'A6' },
  stickers: { kind: 'stickers', shape: 'round', side: 50 },
  poster: { kind: 'poster', size: 'A5' },
  card: { kind: 'card' },
}
/** Cells of the small drawing of a kind, across and down. */
const DRAWN: Record<Kind, [number, number]> = {
  labels: [2, 4],
  tent: [1, 2],
  stickers: [2, 3],
  poster: [1, 1],
  card: [1, 1],
}
/** Sizes are written alike in every language. */
const PAPERS = { labels: 'A4, A5, Letter', poster: 'A6, A5, A4, Letter', card: bidiIsolate('90 × 54 mm') }
const OWN = 'grid'

export interface LayoutChoiceProps {
  options: PrintOptions
  /** What an own grid begins with. */
  ownGrid: SheetLayout
  onChange: (change: Partial<PrintOptions>) => void
}

/** What codes are printed on, and its measures. */
export function LayoutChoice({ options: { layout }, ownGrid, onChange }: LayoutChoiceProps) {
  const { t } = useTranslation('print')
  const name = useId()
  const kindText = (kind: Kind) => {
    if (kind === 'tent') return t('kind.tent-text')
    return kind === 'stickers' ? `${t('stickers.round')}, ${t('stickers.square')}` : PAPERS[kind]
  }
  const kindOf = (each: SheetLayout): Kind => (each.kind === 'grid' ? 'labels' : each.kind)
  // A label that was chosen from a full sheet starts over.
  const choose = (next: SheetLayout) => onChange({ layout: next, start: 1, side: null })
  return (
    <>
      <fieldset className={`gap-4 ${styles.kinds}`}>
        <legend className="visually-hidden">{t('paper')}</legend>
        {KINDS.map((kind) => (
          <label key={kind} className={`row gap-5 ${styles.kind}`}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={kindOf(layout) === kind}
              onChange={() => choose(FIRST[kind])}
            />
            <KindIcon kind={kind} />
            <span className={styles.kindText}>
              <b>{t(`kind.${kind}`)}</b>
              <span>{kindText(kind)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Measures layout={layout} ownGrid={ownGrid} onChoose={choose} />
    </>
  )
}

function KindIcon({ kind }: { kind: Kind }) {
  const [columns, rows] = DRAWN[kind]
  return (
    <span
      className={styles.kindIcon}
      data-kind={kind}
      style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}
      aria-hidden="true"
    >
      {Array.from({ length: columns * rows }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells are all alike and never move
        <i key={place} />
      ))}
    </span>
  )
}

interface MeasuresProps {
  layout: SheetLayout
  ownGrid: SheetLayout
  onChoose: (layout: SheetLayout) => void
}

function Measures({ layout, ownGrid, onChoose }: MeasuresProps) {
  const { t } = useTranslation('print')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  if (layout.kind === 'labels' || layout.kind === 'grid')
    return (
      <>
        <SelectField
          label={t('labels.size')}
          value={layout.kind === 'grid' ? OWN : layout.size}
          onChange={({ currentTarget: { value } }) => {
            const size = LABEL_SIZE_NAMES.find((each) => each === value)
            onChoose(size ? { kind: 'labels', size } : ownGrid)
          }}
        >
          {LABEL_SIZE_NAMES.map((size) => {
            const { width, height, columns, rows, fits } = LABEL_SIZES[size]
            return (
              <option key={size} value={size}>
                {[
                  bidiIsolate(`${number(width)} × ${number(height)} mm`),
                  bidiIsolate(`${columns} × ${rows}`),
                  fits === null ? t('labels.roll') : t('labels.fits', { product: fits }),
                ].join(' · ')}
              </option>
            )
          })}
          <option value={OWN}>{t('labels.own')}</option>
        </SelectField>
        {layout.kind === 'grid' && <Grid layout={layout} onChoose={onChoose} />}
      </>
    )
  if (layout.kind === 'stickers')
    return (
      <div className={`gap-6 ${styles.two}`}>
        <SelectField
          label={t('stickers.shape')}
          value={layout.shape}
          onChange={({ currentTarget: { value } }) =>
            onChoose({ ...layout, shape: value === 'square' ? 'square' : 'round' })
          }
        >
          <option value="round">{t('stickers.round')}</option>
          <option value="square">{t('stickers.square')}</option>
        </SelectField>
        <NumberField
          label={t('stickers.side')}
          value={layout.side}
          least={15}
          most={200}
          onChange={(side) => onChoose({ ...layout, side })}
        />
      </div>
    )
  if (layout.kind === 'card') return null
  const papers = PAPER_NAMES.filter((paper) => layout.kind === 'poster' || paper === 'A6' || paper === 'A5')
  return (
    <SelectField
      label={t('paper')}
      value={layout.size}
      onChange={({ currentTarget: { value } }) => onChoose({ ...layout, size: value } as SheetLayout)}
    >
      {papers.map((paper) => (
        <option key={paper} value={paper}>
          {paper}
        </option>
      ))}
    </SelectField>
  )
}

interface GridProps {
  layout: Extract<SheetLayout, { kind: 'grid' }>
  onChoose: (layout: SheetLayout) => void
}

function Grid({ layout, onChoose }: GridProps) {
  const { t } = useTranslation('print')
  return (
    <div className={`gap-6 ${styles.grid}`}>
      {GRID_FIELDS.map((field) => (
        <NumberField
          key={field}
          label={t(`grid.${field}`)}
          value={layout[field]}
          least={0}
          most={300}
          onChange={(value) => onChoose({ ...layout, [field]: value })}
        />
      ))}
      <SelectField
        label={t('paper')}
        value={layout.paper}
        onChange={({ currentTarget: { value } }) =>
          onChoose({ ...layout, paper: value === 'A5' || value === 'Letter' ? value : 'A4' })
        }
      >
        {PAPER_NAMES.filter((paper) => paper !== 'A6').map((paper) => (
          <option key={paper} value={paper}>
            {paper}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

export interface NumberFieldProps {
  label: string
  value: number
  least: number
  most: number
  step?: number
  error?: string | undefined
  onChange: (value: number) => void
}

/** A number that takes effect while it is typed, as soon as it is one. */
export function NumberField({ label, value, least, most, step = 0.1, error, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      min={least}
      max={most}
      step={step}
      defaultValue={value}
      error={error}
      onChange={({ currentTarget: { valueAsNumber } }) => {
        if (Number.isFinite(valueAsNumber)) onChange(Math.min(Math.max(valueAsNumber, least), most))
      }}
    />
  )
}
