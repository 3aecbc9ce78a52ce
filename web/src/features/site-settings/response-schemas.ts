import { resultOf, SiteSettings, TestMail } from '@scanleaf/shared'

export const SiteSettingsResponse = resultOf(SiteSettings)
export const TestMailResponse = resultOf(TestMail)
