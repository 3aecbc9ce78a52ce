import { resultOf, Settings } from '@scanleaf/shared'

export const SettingsAnswer = resultOf(Settings)
