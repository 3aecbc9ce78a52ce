import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../features/account'
import { CataloguePage, ProductLoader } from '../../features/catalogue'
import { type Permissions, rightsOf } from '../../lib/session/permissions'

/** The screens ask for nothing in the name of somebody who may not see it. */
function useRights(): Permissions | undefined {
  const { data: profile } = useQuery(profileQuery)
  return profile && rightsOf(profile)
}

export const CatalogueScreen = () => <CataloguePage may={useRights()} />
export const ProductScreen = () => <ProductLoader may={useRights()} />
