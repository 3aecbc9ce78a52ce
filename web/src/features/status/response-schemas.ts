import { InstallationStatus, RequestedJob, resultOf } from '@scanleaf/shared'

export const StatusResponse = resultOf(InstallationStatus)
export const WantedResponse = resultOf(RequestedJob)
