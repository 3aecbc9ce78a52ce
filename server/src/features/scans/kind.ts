import { isbot } from 'isbot'
import type { ScanRecord } from '../../platform/journal/scan-record'

export type ScanKind = 'person' | 'bot' | 'preview' | 'prefetch' | 'head'

/** Agents that fetch a link to show it in a chat or a post, before or without any person opening it. */
const LINK_PREVIEW =
  /facebookexternalhit|facebot|meta-externalfetcher|^whatsapp\/|telegrambot|twitterbot|slackbot|slack-imgproxy|discordbot|linkedinbot|skypeuripreview|redditbot|pinterestbot|vkshare|kakaotalk-scrap|yahoo link preview|mattermost|rocket\.chat|synapse|mastodon\/|bluesky cardyb|embedly|iframely|bitlybot|google-pagerenderer|snap url preview|viberbot|zalobot/i

/**
 * What a request says of who sent it. Only a `person` counts (docs/decisions: scanCounter); a request without a user
 * agent comes from no browser.
 */
export function kindOf({ method, purpose, userAgent }: ScanRecord): ScanKind {
  if (method === 'HEAD') return 'head'
  if (/prefetch|prerender|preview/i.test(purpose)) return 'prefetch'
  if (LINK_PREVIEW.test(userAgent)) return 'preview'
  return userAgent === '' || isbot(userAgent) ? 'bot' : 'person'
}
