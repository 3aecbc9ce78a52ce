import { normalizeWebsite } from '@scanleaf/qr'
import { resultOf, UserCode } from '@scanleaf/shared'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import type { Draft } from './draft'

/** Saves the code of a draft; the lists ask anew when they are next seen. */
export function useSaveCode() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const isDynamicCode = draft.kind === 'dynamic'
      const body = {
        contentType: 'Website',
        codeContent: JSON.stringify({ content: normalizeWebsite(draft.website) }),
        isDynamicCode,
        dynamicId: isDynamicCode && draft.hasManualId ? draft.manualId : '',
      }
      return (await api.post('/gateway/api/qrcode/user-codes', body, resultOf(UserCode))).result
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['user-codes', 'list'] }),
  })
}
