import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Permissions } from '../../lib/session/permissions'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { PageHeader } from '../../ui/page/page-header'
import { TabLinks } from '../../ui/tabs/tab-links'
import tabs from '../../ui/tabs/tabs.module.css'
import { Forbidden } from './forbidden'
import { ProductsView } from './list/products-view'
import { CategoriesView, CurrenciesView, UnitsView } from './list/reference-data-views'
import { CATALOGUE_RESOURCES } from './resources'
import { CATALOGUE_VIEWS, type CatalogueSearch } from './search'

const SCREENS = {
  products: ProductsView,
  categories: CategoriesView,
  units: UnitsView,
  currencies: CurrenciesView,
}

export interface CataloguePageProps {
  /** Undefined until it is known. */
  may: Permissions | undefined
}

/** /products: the products, categories, units and currencies, each for users with read permission. */
export function CataloguePage({ may }: CataloguePageProps) {
  const { t } = useTranslation('catalogue')
  const { view }: CatalogueSearch = useSearch({ strict: false })
  const offered = CATALOGUE_VIEWS.filter((each) => may?.(CATALOGUE_RESOURCES[each].resource, 'read'))
  const shown = offered.find((each) => each === view) ?? offered[0]
  const Screen = shown && SCREENS[shown]
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {offered.length > 0 && (
        <TabLinks label={t('views')}>
          {offered.map((each) => (
            <Link
              key={each}
              to="/products"
              search={{ view: each }}
              className={`row muted gap-4 ${tabs.tab}`}
              aria-current={each === shown ? 'page' : undefined}
            >
              {t(`view.${each}`)}
            </Link>
          ))}
        </TabLinks>
      )}
      {Screen && may ? (
        <Screen key={shown} may={may} />
      ) : (
        <Card>{may ? <Forbidden /> : <ListSkeleton />}</Card>
      )}
    </>
  )
}
