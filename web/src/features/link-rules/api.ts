import { addDays, type LinkRules, type LinkRulesInput, localDateAt } from '@scanleaf/shared'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api'

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')
const rules = async () => (await schemas()).LinkRulesResponse
const code = async () => (await schemas()).RuledCodeResponse

/** A change of any code, here or in another tab, fetches what is on screen again. */
const ALL = 'user-codes'
const pathOf = (id: string) => `/gateway/api/qrcode/user-codes/${encodeURIComponent(id)}`

export const codeQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'ruled', id],
    queryFn: async ({ signal }) => (await api.get(pathOf(id), code, { signal })).result,
  })

const fetchRules = async (id: string, signal?: AbortSignal): Promise<LinkRules> =>
  (await api.get(`${pathOf(id)}/rules`, rules, { ...(signal && { signal }) })).result

export const rulesQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'rules', id],
    queryFn: ({ signal }) => fetchRules(id, signal),
  })

/** Scans of the last seven days by number of the outcome, 0 for the own target; null where no rule has led anybody. */
export const weekQuery = (id: string, zone: string) =>
  queryOptions({
    queryKey: [ALL, 'outcomes', id, zone],
    queryFn: async ({ signal }) => {
      const to = localDateAt(new Date(), zone)
      const query = { from: addDays(to, -6), to, zone }
      const scans = async () => (await schemas()).ScansResponse
      const { outcomes } = (await api.get(`${pathOf(id)}/scans`, scans, { query, signal })).result
      return outcomes ? new Map(outcomes.map((each) => [each.n, each.scans])) : null
    },
    staleTime: 60_000,
  })

/** Who last changed the rules of a code; empty where nobody is known. */
async function lastAuthor(id: string): Promise<string> {
  const changes = async () => (await schemas()).ChangesResponse
  const { result } = await api.get(`${pathOf(id)}/changes`, changes)
  return result.find(({ field }) => field === 'rules')?.by ?? ''
}

/** Saves the rules of a code, and returns them as the server has them now. */
export const useSaveRules = (id: string) =>
  useMutation({
    meta: { changes: ALL },
    mutationFn: async (input: LinkRulesInput) => {
      await api.patch(pathOf(id), { rules: input }, code)
      return fetchRules(id)
    },
  })

/** The rules that somebody else has saved since, and who that was. */
export async function fetchNewer(id: string): Promise<{ stored: LinkRules; who: string }> {
  const [stored, who] = await Promise.all([fetchRules(id), lastAuthor(id).catch(() => '')])
  return { stored, who }
}
