import { planLabel, type SheetProblem, sheetPageCount, sheetPlan, sheetProblem } from '@scanleaf/qr'
import { formatNumber, type UserCode } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import { IconButton } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { Disclosure } from '../../ui/disclosure/disclosure'
import { PageHeader } from '../../ui/page/page-header'
import { TrialStrip } from '../../ui/qr/trial-strip'
import { LoadError } from '../../ui/state/load-error'
import { Switch } from '../../ui/switch/switch'
import { firstCodesQuery } from './api'
import { DownloadBar } from './download-bar'
import { LayoutChoice, NumberField } from './layout-choice'
import { shapeOf } from './picture'
import { captionKinds, hasLabels, type PrintOptions } from './print-options'
import styles from './print-page.module.css'
import { SheetPage } from './sheet-page'
import { SizeChoice } from './size-choice'
import { usePrintOptions } from './use-print-options'
import { type Chosen, useChosenCodes } from './use-selection'
import { WordsChoice } from './words-choice'

/** Codes on labels, tents, stickers, posters or cards: the page as it will be, and the PDF of all. */
export function PrintPage() {
  const { t } = useTranslation(['print', 'common'])
  const chosen = useChosenCodes()
  const { list, productId, selection } = chosen
  const found = useQuery({
    ...firstCodesQuery(productId, selection ?? { ids: [] }),
    enabled: selection !== null,
  })
  const total = found.data?.total
  return (
    <>
      <PageHeader
        title={total === undefined ? t('title.any') : t('title', { total })}
        subtitle={t('subtitle')}
        start={
          <Link to={`/${list}-codes`} aria-label={t('common:go-back')}>
            <IconArrowLeft className="flip" size={18} stroke={1.7} aria-hidden />
          </Link>
        }
      />
      {(selection === null || total === 0) && (
        <Card isPadded>
          <p role="status">{t('nothing')}</p>
        </Card>
      )}
      {found.isError && (
        <Card>
          <LoadError onRetry={() => found.refetch()} />
        </Card>
      )}
      <TrialStrip link={found.data?.codes[0]?.codeRedirect ?? null} />
      {found.data && found.data.total > 0 && (
        <Sheets chosen={chosen} codes={found.data.codes} total={found.data.total} />
      )}
    </>
  )
}

interface SheetsProps {
  chosen: Chosen
  codes: readonly UserCode[]
  total: number
}

function Sheets({ chosen, codes, total }: SheetsProps) {
  const { t } = useTranslation(['print', 'common'])
  const { options, ownGrid, change } = usePrintOptions()
  const [shownPage, setPage] = useState(0)
  const { layout, start, offset, hasCutLines, hasCropMarks } = options
  const problem = sheetProblem(layout, { start })
  const plan = useMemo(
    () => sheetPlan(layout, { start, offset, hasCutLines, hasCropMarks }),
    [layout, start, offset, hasCutLines, hasCropMarks],
  )
  const pages = problem ? 0 : sheetPageCount(plan, total)
  const page = Math.min(shownPage, Math.max(0, pages - 1))
  const size = useSize(plan, codes, options)
  const isWholePage = layout.kind === 'poster' || layout.kind === 'card'
  return (
    <>
      <div className={`gap-10 ${styles.columns}`}>
        <Card isPadded className={`stack gap-8 ${styles.form}`}>
          <LayoutChoice options={options} ownGrid={ownGrid} onChange={change} />
          <div className={`gap-6 ${styles.two}`}>
            <WordsChoice isDynamic={chosen.list === 'dynamic'} options={options} onChange={change}>
              {hasLabels(layout) && (
                <NumberField
                  key={`${layout.kind} start`}
                  label={t('start')}
                  value={start}
                  least={1}
                  most={800}
                  step={1}
                  onChange={(next) => change({ start: Math.round(next) })}
                />
              )}
            </WordsChoice>
          </div>
          {size && !problem && <SizeChoice {...size} options={options} onChange={change} />}
          <div className={`gap-5 ${styles.switches}`}>
            {isWholePage ? (
              <Switch
                label={t('crop')}
                isOn={hasCropMarks}
                onChange={(next) => change({ hasCropMarks: next })}
              />
            ) : (
              <Switch
                label={t('cut')}
                isOn={hasCutLines}
                onChange={(next) => change({ hasCutLines: next })}
              />
            )}
            <Switch label={t('cmyk')} isOn={options.cmyk} onChange={(cmyk) => change({ cmyk })} />
            {codes.some(({ qrCustomSettings }) => qrCustomSettings.frame) && (
              <Switch
                label={t('frame')}
                isOn={options.keepsFrame}
                onChange={(keepsFrame) => change({ keepsFrame })}
              />
            )}
          </div>
          {!isWholePage && (
            <Disclosure title={t('offset')} className={styles.offset}>
              <div className={`gap-6 ${styles.two}`}>
                {(['x', 'y'] as const).map((axis) => (
                  <NumberField
                    key={axis}
                    label={t(OFFSETS[axis])}
                    value={offset[axis]}
                    least={-5}
                    most={5}
                    onChange={(value) => change({ offset: { ...offset, [axis]: value } })}
                  />
                ))}
              </div>
            </Disclosure>
          )}
        </Card>
        <div className={styles.sheet}>
          {problem ? (
            <Problem problem={problem} />
          ) : (
            <>
              <div className={styles.pager}>
                <span role="status">{t('page', { page: page + 1, pages })}</span>
                <IconButton
                  aria-label={t('common:pager.previous')}
                  disabled={page === 0}
                  onClick={() => setPage(page - 1)}
                >
                  <IconChevronLeft className="flip" size={18} stroke={1.7} aria-hidden />
                </IconButton>
                <IconButton
                  aria-label={t('common:pager.next')}
                  disabled={page >= pages - 1 || (page + 1) * plan.cells.length - plan.first >= codes.length}
                  onClick={() => setPage(page + 1)}
                >
                  <IconChevronRight className="flip" size={18} stroke={1.7} aria-hidden />
                </IconButton>
              </div>
              <SheetPage
                plan={plan}
                options={options}
                codes={codes}
                total={total}
                page={page}
                label={t('page', { page: page + 1, pages })}
              />
            </>
          )}
        </div>
      </div>
      <DownloadBar
        selection={chosen.selection}
        options={options}
        isDisabled={problem !== null}
        firstIds={codes.slice(0, Math.max(1, plan.cells.length - plan.first)).map(({ id }) => id)}
      />
    </>
  )
}

/** The side of the codes of the first page as they are, the largest that all of them can have, and their modules. */
function useSize(plan: ReturnType<typeof sheetPlan>, codes: readonly UserCode[], options: PrintOptions) {
  const shapes = useMemo(
    () => codes.map((code) => shapeOf(code, options.keepsFrame)).filter((shape) => shape !== null),
    [codes, options.keepsFrame],
  )
  const face = plan.cells[0]?.faces[0]
  if (!face || shapes.length === 0) return null
  const captions = captionKinds(options).map((kind) => ({ kind }))
  const mosts = shapes.map((shape) => planLabel(face, plan, shape, captions).side)
  const most = Math.floor(Math.min(...mosts) * 10) / 10
  return {
    most,
    side: Math.min(options.side ?? most, most),
    modules: Math.max(...shapes.map(({ size }) => size)),
  }
}

const OFFSETS = { x: 'offset.x', y: 'offset.y' } as const
const MEASURES = {
  width: 'grid.width',
  height: 'grid.height',
  side: 'stickers.side',
  start: 'start',
} as const

/** Which measure does not fit, and what it may be. */
function Problem({ problem: { field, most } }: { problem: SheetProblem }) {
  const { t } = useTranslation('print')
  const language = useLanguage()
  return (
    <div className={`gap-6 ${styles.problem}`} role="alert">
      <IconAlertTriangle size={20} stroke={1.7} aria-hidden />
      <div>
        <b>{t('problem')}</b>
        <p>
          {t(MEASURES[field])} <bdi dir="ltr">≤ {formatNumber(most, language)}</bdi>
        </p>
      </div>
    </div>
  )
}
