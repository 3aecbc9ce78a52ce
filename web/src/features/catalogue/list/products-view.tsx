import { formatNumber, type Product } from '@scanleaf/shared'
import IconCopyPlus from '@tabler/icons-react/dist/esm/icons/IconCopyPlus.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { formatDecimal } from '../../../lib/format/decimal'
import { formatDate } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { SelectField } from '../../../ui/field/select-field'
import { showToast } from '../../../ui/toast/toasts'
import { choicesQuery, useListAction } from '../api'
import styles from '../catalogue.module.css'
import { CategoryOptions } from '../forms/categories-field'
import { useListSearch } from '../use-list-search'
import { DataList } from './data-list'
import type { DataColumn, RowAction } from './data-table'
import type { ViewProps } from './reference-data-views'

const ProductDialog = lazy(async () => ({ default: (await import('../forms/product-dialog')).ProductDialog }))

export function ProductsView({ may }: ViewProps) {
  const { t } = useTranslation('catalogue')
  const language = useLanguage()
  const navigate = useNavigate()
  const duplicate = useDuplicate()
  const [isAdding, setIsAdding] = useState(false)
  const columns: DataColumn<Product>[] = [
    { label: t('product.title'), sort: 'title', cell: (product) => <ProductName product={product} /> },
    {
      label: t('column.categories'),
      cell: ({ categoriesDetail }) => categoriesDetail.map(({ title }) => title).join(' · '),
    },
    {
      label: t('column.price'),
      isNumber: true,
      cell: ({ price }) => (
        <>
          <bdi dir="ltr">{`${formatDecimal(price.value, language)}\u00a0${price.currencyDetail.code}`}</bdi>
          <span className={`fine muted ${styles.small}`}>{price.unitDetail.title}</span>
        </>
      ),
    },
    {
      label: t('column.quantity'),
      sort: 'quantity',
      isNumber: true,
      cell: ({ quantity }) => formatNumber(quantity, language),
    },
    { label: t('column.created'), sort: 'createdAt', cell: ({ createdAt }) => formatDate(createdAt) },
  ]
  const edit: RowAction<Product> = {
    label: t('edit'),
    Icon: IconPencil,
    onAction: ({ id }) => void navigate({ to: '/products/$id', params: { id } }),
  }
  const copy: RowAction<Product> = { label: t('duplicate'), Icon: IconCopyPlus, onAction: duplicate }
  return (
    <>
      <DataList
        view="products"
        may={may}
        columns={columns}
        nameOf={({ title }) => title}
        defaultSort="-createdAt"
        filters={may('product-categories', 'read') && <CategoryFilter />}
        actions={may('products', 'create') ? [edit, copy] : [edit]}
        onAdd={() => setIsAdding(true)}
      />
      {isAdding && (
        <Suspense>
          <ProductDialog item={undefined} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

function ProductName({ product: { id, title, image } }: { product: Product }) {
  return (
    <div className={`row gap-6 ${styles.product}`}>
      <img src={`/media/images/${image}`} alt="" width={38} height={38} loading="lazy" />
      <Link to="/products/$id" params={{ id }}>
        {title}
      </Link>
    </div>
  )
}

/** A copy of a product, under a name that says so. */
function useDuplicate() {
  const { t } = useTranslation('catalogue')
  const act = useListAction('products')
  return ({ title, categories, image, price, quantity, description, keywords, detail }: Product) =>
    act.mutate(
      {
        method: 'POST',
        body: {
          title: t('copy-of', { title }).slice(0, 200),
          categories,
          image,
          price: { value: price.value, currency: price.currency, unit: price.unit },
          quantity,
          description,
          keywords,
          detail,
        },
      },
      {
        onSuccess: () => showToast({ kind: 'success', title: t('duplicated') }),
        onError: (error) => showToast({ kind: 'error', title: messageOf(error, t('duplicate-failed')) }),
      },
    )
}

function CategoryFilter() {
  const { t } = useTranslation('catalogue')
  const { category, go } = useListSearch()
  const { data: categories = [] } = useQuery(choicesQuery('categories'))
  return (
    <SelectField
      className={styles.filter}
      aria-label={t('column.categories')}
      label={t('column.categories')}
      value={category}
      onChange={(event) => go({ category: event.currentTarget.value })}
    >
      <option value="">{t('filter.every-category')}</option>
      <CategoryOptions categories={categories} />
    </SelectField>
  )
}
