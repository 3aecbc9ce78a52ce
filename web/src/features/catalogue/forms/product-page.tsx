import type { Product } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link, useBlocker, useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import type { Permissions } from '../../../lib/session/permissions'
import { useDeferredData } from '../../../lib/use-deferred-data'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { ErrorMessage } from '../../../ui/message/error-message'
import { PageHeader } from '../../../ui/page/page-header'
import { LoadError } from '../../../ui/state/load-error'
import { productQuery } from '../api'
import { Forbidden } from '../forbidden'
import { LeaveQuestion } from './form-dialog'
import styles from './forms.module.css'
import { ProductFields } from './product-fields'
import { useProductForm } from './use-product-form'

export interface ProductPageProps {
  /** Undefined until it is known. */
  may: Permissions | undefined
}

/** /products/{id}: the product, saved by PATCH; it closes to the list (spec §2). */
export function ProductLoader({ may }: ProductPageProps) {
  const { t } = useTranslation('catalogue')
  const { id = '' } = useParams({ strict: false })
  const canRead = may?.('products', 'read')
  const product = useQuery({ ...productQuery(id), enabled: canRead === true })
  const data = useDeferredData(product.data)
  if (data && may) return <ProductEditor key={data.id} product={data} mayChange={may('products', 'update')} />
  return (
    <div className={styles.page}>
      <PageHeader title={t('product')} start={<CloseLink />} />
      <Card>
        {canRead === false && <Forbidden />}
        {canRead !== false && !product.isError && <ListSkeleton rows={6} />}
        {product.isError && (
          <LoadError text={messageOf(product.error, t('product.failed'))} onRetry={() => product.refetch()} />
        )}
      </Card>
    </div>
  )
}

function ProductEditor(props: { product: Product; mayChange: boolean }) {
  const { mayChange } = props
  // The opened version stays: saving it must not hide a change by somebody else in the meantime.
  const [product] = useState(props.product)
  const { t } = useTranslation('catalogue')
  const navigate = useNavigate()
  const isSaved = useRef(false)
  const form = useProductForm(product, () => {
    isSaved.current = true
    void navigate({ to: '/products' })
  })
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      form.isDirty && !isSaved.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => form.isDirty && !isSaved.current,
    withResolver: true,
  })
  return (
    <form className={styles.page} onSubmit={form.onSubmit} noValidate>
      <PageHeader title={product.title} subtitle={t('product')} start={<CloseLink />}>
        {mayChange && (
          <>
            {!form.isDirty && (
              <span className={`muted gap-3 ${styles.saved}`}>
                <IconCheck size={16} stroke={1.7} aria-hidden />
                {t('saved')}
              </span>
            )}
            <Button type="submit" loading={form.isPending} disabled={!form.isDirty}>
              {t('save')}
            </Button>
          </>
        )}
      </PageHeader>
      <ErrorMessage text={form.failure} />
      <fieldset disabled={!mayChange}>
        <ProductFields form={form} product={product} />
      </fieldset>
      <LeaveQuestion
        isOpen={leaving.status === 'blocked'}
        onLeave={() => leaving.proceed?.()}
        onStay={() => leaving.reset?.()}
      />
    </form>
  )
}

function CloseLink() {
  const { t } = useTranslation('common')
  return (
    <Link to="/products" className={`muted centred ${styles.close}`} aria-label={t('close')}>
      <IconX size={18} stroke={1.7} aria-hidden />
    </Link>
  )
}
