import { InstallationStatus, LinkSent, RequestedJob, resultOf, SetUp } from '@scanleaf/shared'

export const StatusResponse = resultOf(InstallationStatus)
export const WantedResponse = resultOf(RequestedJob)
export const SetUpResponse = resultOf(SetUp)
export const TestMessageResponse = resultOf(LinkSent)
