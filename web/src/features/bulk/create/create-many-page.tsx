import { DEFAULT_QR_SETTINGS } from '@scanleaf/qr'
import type { AddonCode } from '@scanleaf/shared'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFile.mjs'
import IconHash from '@tabler/icons-react/dist/esm/icons/IconHash.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import type { DesignDialogProps } from '../../../lib/qr/design-dialog'
import { useDrawableDesign } from '../../../lib/qr/drawable-design'
import { buttonClass } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { SelectField } from '../../../ui/field/select-field'
import { PageHeader } from '../../../ui/page/page-header'
import { TrialStrip } from '../../../ui/qr/trial-strip'
import { SegmentedControl } from '../../../ui/segmented-control/segmented-control'
import { RecentRuns } from '../recent/recent-runs'
import { unreadColumns } from '../state/columns'
import { forgetRows, SOURCES, tableOf, useManyDraft } from '../state/draft'
import { localRows } from '../state/local-rows'
import { MANY_TYPES, typeKey, typeOfKey } from '../state/row-fields'
import { useCodeList } from '../state/use-code-list'
import { ActionBar } from './action-bar'
import styles from './create-many-page.module.css'
import { ColumnMapping } from './form/column-mapping'
import { DesignCard } from './form/design-card'
import { FileForm } from './form/file-form'
import form from './form/form.module.css'
import { PasteForm } from './form/paste-form'
import { RangeForm } from './form/range-form'
import { TagsField } from './form/tags-field'
import { RepairDialog } from './rows/repair-dialog'
import { RowsCard } from './rows/rows-card'
import type { ShownRow } from './rows/shown-row'
import { useDryRun } from './use-dry-run'

export interface CreateManyPageProps {
  DesignDialog: ComponentType<DesignDialogProps>
  /** How much of a quota is used. */
  QuotaNote: ComponentType<{ addon: AddonCode }>
}

const SOURCE_ICONS = {
  range: <IconHash size={16} stroke={1.7} aria-hidden />,
  paste: <IconTable size={16} stroke={1.7} aria-hidden />,
  file: <IconFile size={16} stroke={1.7} aria-hidden />,
}

const NO_LABELS = { name: null, id: null, link: null }

/** Many codes at once: by a range of numbers, pasted rows or a file, each row checked before anything is made. */
export function CreateManyPage({ DesignDialog, QuotaNote }: CreateManyPageProps) {
  const { t } = useTranslation(['bulk', 'generator', 'user-codes', 'content-types', 'errors'])
  const navigate = useNavigate()
  const list = useCodeList()
  const { draft, change } = useManyDraft(list)
  const deferred = useDeferredValue(draft)
  const rows = useMemo(() => localRows(deferred), [deferred])
  const [repairing, setRepairing] = useState<ShownRow | null>(null)
  const dryRun = useDryRun(draft, rows, (run) => {
    forgetRows(list, draft)
    void navigate({ to: `/${list}-codes/many/$id`, params: { id: run.id } })
  })
  const { type } = draft
  const { design } = useDrawableDesign(draft.settings ?? DEFAULT_QR_SETTINGS, draft.logo, NO_LABELS)
  const table = tableOf(draft)
  const sheet = table?.sheets[table.sheet]
  const isStale = deferred !== draft
  // A column that may hold what is printed waits for a word.
  const waits = sheet !== undefined && unreadColumns(sheet, type, draft.columns).length > 0
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        start={
          <Link to={`/${list}-codes`} aria-label={t('generator:back')}>
            <IconArrowLeft className="flip" size={18} stroke={1.7} aria-hidden />
          </Link>
        }
      >
        <Link
          to="/settings/$tab"
          params={{ tab: 'import-export' }}
          className={buttonClass({ variant: 'subtle' })}
        >
          {t('move-in')}
        </Link>
      </PageHeader>
      {type.isDynamic && <TrialStrip />}
      <div className={`gap-8 ${styles.columns}`}>
        <Card isPadded className={form.form}>
          <div className={styles.sources}>
            <SegmentedControl
              label={t('source')}
              value={draft.source}
              options={SOURCES.map((value) => ({
                value,
                label: t(`source.${value}`),
                icon: SOURCE_ICONS[value],
              }))}
              onChange={(source) => change({ source })}
            />
          </div>
          {draft.source === 'file' && <FileForm draft={draft} onChange={change} />}
          <SelectField
            label={t('generator:types')}
            value={typeKey(type)}
            onChange={(event) => {
              const next = typeOfKey(event.currentTarget.value)
              if (next) change({ type: next, columns: {} })
            }}
          >
            {MANY_TYPES.map((each) => (
              <option key={typeKey(each)} value={typeKey(each)}>
                {t(`content-types:type.${each.contentType}`)} ·{' '}
                {t(each.isDynamic ? 'generator:kind.dynamic' : 'generator:kind.static')}
              </option>
            ))}
          </SelectField>
          {draft.source === 'range' && (
            <RangeForm draft={draft} errors={formErrors(dryRun.error)} onChange={change} />
          )}
          {draft.source === 'paste' && <PasteForm draft={draft} onChange={change} />}
          {sheet && <ColumnMapping sheet={sheet} draft={draft} onChange={change} />}
          <TagsField
            label={t('user-codes:detail.tags')}
            tags={draft.tags}
            onChange={(tags) => change({ tags })}
          />
          <DesignCard draft={draft} first={rows[0]} DesignDialog={DesignDialog} onChange={change} />
        </Card>
        <div className={`gap-8 ${styles.side}`}>
          <RowsCard
            type={type}
            rows={rows}
            run={dryRun.run}
            isChecking={dryRun.isChecking}
            design={design}
            onRepair={setRepairing}
          />
          <RecentRuns isImport={false} />
        </div>
      </div>
      <ActionBar
        rows={isStale || waits ? 0 : rows.length}
        dryRun={dryRun}
        anyway={draft.anyway}
        quota={<QuotaNote addon={`${type.isDynamic ? 'dynamic' : 'static'}-code-storage`} />}
      />
      {repairing && dryRun.run && (
        <RepairDialog
          type={type}
          run={dryRun.run}
          row={repairing}
          onRepaired={dryRun.recordRepair}
          onRepairMany={dryRun.repairMany}
          onClose={() => setRepairing(null)}
        />
      )}
    </>
  )
}

/** Errors of the one row of a range, by its fields. */
function formErrors(error: Error | null): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    Object.entries(error.errors).map(([field, text]) => [field.replace(/^row[.]/, ''), text]),
  )
}
