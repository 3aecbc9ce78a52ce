import { LinkRules, resultOf, Scans, UserCode, UserCodeChange } from '@scanleaf/shared'
import * as z from 'zod'

export const ScansResponse = resultOf(Scans)
export const LinkRulesResponse = resultOf(LinkRules)
export const RuledCodeResponse = resultOf(
  UserCode.pick({
    id: true,
    name: true,
    codeContent: true,
    codeRedirect: true,
    contentType: true,
    isDynamicCode: true,
    qrImageUrl: true,
    takedown: true,
  }),
)
export const ChangesResponse = resultOf(z.array(UserCodeChange))
