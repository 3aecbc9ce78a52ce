import {
  type CaptionArea,
  planLabel,
  type SetCaption,
  type SheetCell,
  type SheetFace,
  type SheetPlan,
  setCaptions,
  sheetPage,
} from '@scanleaf/qr'
import type { UserCode } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { withoutProtocol } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import { previewSvg, symbolOf } from '../../lib/qr/draw'
import { loadDesign } from '../../lib/qr/drawable-design'
import { codeLabels } from '../../lib/qr/frame'
import { savedPayload } from '../../lib/qr/payload'
import { thumbnailOf } from '../../lib/qr/thumbnail'
import { shapeOf, withoutFrame } from './picture'
import { captionKinds, type PrintOptions } from './print-options'
import styles from './print-page.module.css'

export interface SheetPageProps {
  plan: SheetPlan
  options: PrintOptions
  codes: readonly UserCode[]
  total: number
  /** From 0. */
  page: number
  label: string
}

const LINE_DASHES = { cut: '1 1', fold: '3 1.5', crop: undefined }

/** A page as it is printed, laid out by the same plan as the file. It reads from left to right in every language. */
export function SheetPage({ plan, options, codes, total, page, label }: SheetPageProps) {
  const cells = sheetPage(plan, page, total)
  return (
    <svg
      className={styles.paper}
      viewBox={`0 0 ${plan.width} ${plan.height}`}
      role="img"
      aria-label={label}
      direction="ltr"
    >
      <rect width={plan.width} height={plan.height} fill="#fff" />
      {cells.map(({ index, cell }) => {
        const code = codes[index]
        return code ? (
          <Label key={index} plan={plan} cell={cell} code={code} options={options} />
        ) : (
          <rect key={index} {...boxOf(cell.outline)} fill="#f0f3f1" />
        )
      })}
      {plan.lines.map(({ kind, from, to }) => (
        <line
          key={`${kind} ${from.join()} ${to.join()}`}
          x1={from[0]}
          y1={from[1]}
          x2={to[0]}
          y2={to[1]}
          stroke={kind === 'crop' ? '#000' : '#a7b2ac'}
          strokeWidth={0.2}
          strokeDasharray={LINE_DASHES[kind]}
        />
      ))}
      {plan.hasOutlines &&
        plan.cells.map(({ outline: { x, y, width } }) => (
          <circle
            key={`${x} ${y}`}
            cx={x + width / 2}
            cy={y + width / 2}
            r={width / 2}
            fill="none"
            stroke="#a7b2ac"
            strokeWidth={0.2}
            strokeDasharray="1 1"
          />
        ))}
    </svg>
  )
}

const boxOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x,
  y,
  width,
  height,
})

interface LabelProps {
  plan: SheetPlan
  cell: SheetCell
  code: UserCode
  options: PrintOptions
}

function Label({ plan, cell, code, options }: LabelProps) {
  const shape = useMemo(() => shapeOf(code, options.keepsFrame), [code, options.keepsFrame])
  const picture = usePicture(code, options.keepsFrame)
  const language = useLanguage()
  const ground = plan.isWholePage ? code.qrCustomSettings.backgroundColor : 'transparent'
  if (!shape) return null
  const words = captionKinds(options)
    .map((kind) => ({ kind, text: wordsOf(kind, code, options.text) }))
    .filter(({ text }) => text !== '')
  const face = (each: SheetFace) => {
    const place = (captions: Parameters<typeof planLabel>[3]) =>
      planLabel(each, plan, shape, captions, options.side ?? undefined)
    const set = setCaptions(place(words), words, widthOf, language)
    const shapes = set.map(({ kind, em, lines }) => ({ kind, em, lineCount: lines.length }))
    const { picture: box, captions } = place(shapes)
    return (
      <g
        key={each.y}
        transform={
          each.isTurned ? `rotate(180 ${each.x + each.width / 2} ${each.y + each.height / 2})` : undefined
        }
      >
        {picture && <image href={picture} {...boxOf(box)} />}
        {captions.map((area) => (
          <Caption key={area.kind} area={area} words={set.find(({ kind }) => kind === area.kind)} />
        ))}
      </g>
    )
  }
  return (
    <g>
      {ground !== 'transparent' && <rect {...boxOf(cell.outline)} fill={ground} />}
      {cell.faces.map(face)}
    </g>
  )
}

function wordsOf(kind: CaptionArea['kind'], code: UserCode, text: string): string {
  if (kind === 'text') return text
  if (kind === 'name') return code.name
  return (kind === 'id' ? code.dynamicId : code.codeRedirect && withoutProtocol(code.codeRedirect)) ?? ''
}

/** Share of the size of letters that their middle is above the line. */
const MIDDLE = 0.36

/** Lines in their area; those that are too long get smaller letters, as in the file. */
function Caption({ area, words }: { area: CaptionArea; words: SetCaption | undefined }) {
  if (!words) return null
  const { x, y, width, height, kind, align } = area
  const { lines, isRightToLeft } = words
  const em = Math.min(area.em, ...lines.map((line) => width / widthOf(line)))
  const start = isRightToLeft ? x + width : x
  const isCentred = align === 'center'
  return lines.map((line, index) => (
    <text
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and none is moved
      key={index}
      x={isCentred ? x + width / 2 : start}
      y={y + ((index + 0.5) * height) / lines.length + em * MIDDLE}
      fontSize={em}
      fontWeight={kind === 'name' ? 700 : 400}
      textAnchor={isCentred ? 'middle' : 'start'}
      direction={isRightToLeft ? 'rtl' : 'ltr'}
      fill="#141c18"
    >
      {line}
    </text>
  ))
}

let context: CanvasRenderingContext2D | null | undefined

/** Width of a text in letters' sizes. */
function widthOf(text: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length
  context.font = `700 100px ${getComputedStyle(document.body).fontFamily}`
  return Math.max(0.01, context.measureText(text).width / 100)
}

/** Address of the picture of a code: the server's, or one without its frame that is drawn here. */
function usePicture(code: UserCode, keepsFrame: boolean): string | null {
  const isBare = !keepsFrame && code.qrCustomSettings.frame !== undefined
  const { data } = useQuery({
    queryKey: ['user-codes', 'bare-picture', code.id, code.updatedAt],
    enabled: isBare,
    queryFn: async () => {
      const settings = withoutFrame(code.qrCustomSettings)
      const design = await loadDesign(settings, code.logo, codeLabels(code))
      const symbol = symbolOf(savedPayload(code) ?? '', settings.errorCorrectionLevel)
      return (
        symbol &&
        `data:image/svg+xml,${encodeURIComponent(previewSvg(symbol, { ...design, margin: settings.margin }))}`
      )
    },
  })
  return isBare ? (data ?? null) : thumbnailOf(code.qrImageUrl)
}
