import type { Currency, ProductCategory, ProductUnit } from '@scanleaf/shared'
import { depthOf } from '@scanleaf/shared'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDecimal } from '../../../lib/format/decimal'
import { formatDate } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import type { Permissions } from '../../../lib/session/permissions'
import styles from '../catalogue.module.css'
import type { ItemDialogProps } from '../forms/form-dialog'
import { CATALOGUE_RESOURCES, type Items } from '../resources'
import { DataList } from './data-list'
import type { DataColumn } from './data-table'

const UnitDialog = lazy(async () => ({ default: (await import('../forms/unit-dialog')).UnitDialog }))
const CurrencyDialog = lazy(async () => ({
  default: (await import('../forms/currency-dialog')).CurrencyDialog,
}))
const CategoryDialog = lazy(async () => ({
  default: (await import('../forms/category-dialog')).CategoryDialog,
}))

export interface ViewProps {
  may: Permissions
}

export function CategoriesView({ may }: ViewProps) {
  const { t } = useTranslation('catalogue')
  const columns: DataColumn<ProductCategory>[] = [
    {
      label: t('column.title'),
      sort: 'title',
      cell: ({ title, path }) => (
        <span className={styles.nested} style={{ '--depth': depthOf(path) - 1 } as never}>
          {title}
        </span>
      ),
    },
    {
      label: t('column.pathname'),
      sort: 'path',
      cell: ({ pathname }) => (
        <bdi dir="ltr" className={styles.code}>
          {pathname}
        </bdi>
      ),
    },
    { label: t('column.updated'), cell: ({ updatedAt }) => formatDate(updatedAt) },
  ]
  return (
    <SimpleView
      view="categories"
      may={may}
      columns={columns}
      defaultSort="path"
      Dialog={CategoryDialog}
      nameOf={titleOf}
    />
  )
}

export function UnitsView({ may }: ViewProps) {
  const { t } = useTranslation('catalogue')
  const columns: DataColumn<ProductUnit>[] = [
    { label: t('column.title'), sort: 'title', cell: titleOf },
    { label: t('column.updated'), cell: ({ updatedAt }) => formatDate(updatedAt) },
  ]
  return (
    <SimpleView
      view="units"
      may={may}
      columns={columns}
      defaultSort="title"
      Dialog={UnitDialog}
      nameOf={titleOf}
    />
  )
}

export function CurrenciesView({ may }: ViewProps) {
  const { t } = useTranslation('catalogue')
  const language = useLanguage()
  const columns: DataColumn<Currency>[] = [
    { label: t('column.code'), sort: 'code', cell: ({ code }) => <bdi className={styles.code}>{code}</bdi> },
    { label: t('column.name'), cell: ({ name }) => name },
    {
      label: t('column.exchange-rate'),
      sort: 'exchangeRate',
      isNumber: true,
      cell: ({ exchangeRate }) => <bdi dir="ltr">{formatDecimal(exchangeRate, language)}</bdi>,
    },
    { label: t('column.updated'), cell: ({ updatedAt }) => formatDate(updatedAt) },
  ]
  return (
    <SimpleView
      view="currencies"
      may={may}
      columns={columns}
      defaultSort="code"
      Dialog={CurrencyDialog}
      nameOf={({ code }) => code}
    />
  )
}

const titleOf = ({ title }: { title: string }) => title

interface SimpleViewProps<View extends keyof Items> extends ViewProps {
  view: View
  columns: readonly DataColumn<Items[View]>[]
  defaultSort: string
  nameOf: (item: Items[View]) => string
  Dialog: ComponentType<ItemDialogProps<Items[View]>>
}

/** A list whose things are added and changed in a dialog. */
function SimpleView<View extends keyof Items>({ Dialog, ...list }: SimpleViewProps<View>) {
  const { t } = useTranslation('catalogue')
  const [open, setOpen] = useState<{ item: Items[View] | undefined } | null>(null)
  const mayChange = list.may(CATALOGUE_RESOURCES[list.view].resource, 'update')
  const edit = { label: t('edit'), Icon: IconPencil, onAction: (item: Items[View]) => setOpen({ item }) }
  return (
    <>
      <DataList {...list} actions={mayChange ? [edit] : []} onAdd={() => setOpen({ item: undefined })} />
      {open && (
        <Suspense>
          <Dialog item={open.item} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
