import { DomainPlace, resultOf, Settings } from '@scanleaf/shared'

export const SettingsAnswer = resultOf(Settings)
export const DomainPlaceAnswer = resultOf(DomainPlace)
