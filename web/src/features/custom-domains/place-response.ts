import { DomainPlace, resultOf } from '@scanleaf/shared'

export const DomainPlaceResponse = resultOf(DomainPlace)
