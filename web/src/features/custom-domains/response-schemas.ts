import { DomainSettings, resultOf } from '@scanleaf/shared'

export const SettingsResponse = resultOf(DomainSettings)
