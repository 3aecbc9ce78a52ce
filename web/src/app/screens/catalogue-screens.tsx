import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../features/account/profile/profile-query'
import { CataloguePage } from '../../features/catalogue'
import { ProductPage } from '../../features/catalogue/forms/product-page'
import { type Permissions, rightsOf } from '../../lib/session/permissions'

/** The screens ask for nothing in the name of somebody who may not see it. */
function useRights(): Permissions | undefined {
  const { data: profile } = useQuery(profileQuery)
  return profile && rightsOf(profile)
}

export const CatalogueScreen = () => <CataloguePage may={useRights()} />
export const ProductScreen = () => <ProductPage may={useRights()} />
