import { InstallationStatus, resultOf, WantedJob } from '@scanleaf/shared'

export const StatusAnswer = resultOf(InstallationStatus)
export const WantedAnswer = resultOf(WantedJob)
