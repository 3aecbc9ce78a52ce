import { DomainPlace, resultOf } from '@scanleaf/shared'

export const DomainPlaceAnswer = resultOf(DomainPlace)
