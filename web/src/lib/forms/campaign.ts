import { currentSession } from '../session/session'

/** Parameters of an address by which statistics of a website tell campaigns apart, without their `utm_`. */
export const CAMPAIGN_FIELDS = ['source', 'medium', 'campaign', 'term', 'content'] as const
export type CampaignField = (typeof CAMPAIGN_FIELDS)[number]

const NAME = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  term: 'utm_term',
  content: 'utm_content',
}

/** An address in its parts: before the query, its parameters as they are written, the fragment with its `#`. */
function partsOf(address: string): { path: string; parameters: string[]; fragment: string } {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? []
  return { path, parameters: query.split('&').filter((parameter) => parameter !== ''), fragment }
}

const isOf = (field: CampaignField, parameter: string): boolean =>
  parameter === NAME[field] || parameter.startsWith(`${NAME[field]}=`)

/** The value of a campaign parameter in an address, empty where it has none. */
export const campaignValue = (address: string, field: CampaignField): string =>
  new URLSearchParams(partsOf(address).parameters.find((parameter) => isOf(field, parameter))).get(
    NAME[field],
  ) ?? ''

/** The address with another value of a campaign parameter; all others stay as they are written. An empty one goes. */
export function withCampaignValue(address: string, field: CampaignField, value: string): string {
  const { path, parameters, fragment } = partsOf(address)
  const written = value === '' ? [] : [`${NAME[field]}=${encodeURIComponent(value.toWellFormed())}`]
  const place = parameters.findIndex((parameter) => isOf(field, parameter))
  const others = parameters.filter((parameter) => !isOf(field, parameter))
  const next =
    place < 0 ? [...others, ...written] : [...others.slice(0, place), ...written, ...others.slice(place)]
  return `${path}${next.length > 0 ? `?${next.join('&')}` : ''}${fragment}`
}

const MAX_VALUES = 5
/** Of the account that typed them: the next one on this machine does not see them. */
const itemOf = (field: CampaignField): string => `campaign:${currentSession()?.userId ?? ''}:${field}`

/** The values that were typed here last, the newest first. */
export const lastCampaignValues = (field: CampaignField): string[] =>
  (localStorage.getItem(itemOf(field)) ?? '').split('\n').filter((value) => value !== '')

export function rememberCampaignValue(field: CampaignField, value: string): void {
  if (value === '') return
  const others = lastCampaignValues(field).filter((each) => each !== value)
  localStorage.setItem(itemOf(field), [value, ...others].slice(0, MAX_VALUES).join('\n'))
}
