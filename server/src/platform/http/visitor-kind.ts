import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { remembering } from '../remembering'

/** Who sent a request for a code or a page. */
export type VisitorKind = 'person' | 'bot' | 'preview' | 'prefetch' | 'head'

/** Agents that fetch a link to show it in a chat or a post, before or without any person opening it. */
const LINK_PREVIEW =
  /facebookexternalhit|facebot|meta-externalfetcher|^whatsapp\/|telegrambot|twitterbot|slackbot|slack-imgproxy|discordbot|linkedinbot|skypeuripreview|redditbot|pinterestbot|vkshare|kakaotalk-scrap|yahoo link preview|mattermost|rocket\.chat|synapse|mastodon\/|bluesky cardyb|embedly|iframely|bitlybot|google-pagerenderer|snap url preview|viberbot|zalobot/i

/**
 * Headers of requests that are made before anybody asks for the page: the standard (Fetch §2.2.2, `Sec-Purpose`), what
 * browsers sent before it (`Purpose` of Chromium, `X-Moz` of Firefox, `X-Purpose` of Safari and of Facebook’s apps),
 * and `X-Sec-Purpose`, which scripts send because they may not set the standard one.
 */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz', 'x-sec-purpose'] as const

/** The purpose that the headers of a request state; empty for an ordinary one. */
export function purposeOf(headers: IncomingHttpHeaders): string {
  let purpose = ''
  for (const name of PURPOSE_HEADERS) {
    const value = headers[name]
    if (value !== undefined) purpose += purpose === '' ? String(value) : `, ${value}`
  }
  return purpose
}

/**
 * The kind of client that sent a request. Only a `person` counts (rulings §3); a request without a user
 * agent comes from no browser.
 */
export function visitorKindOf({
  method,
  purpose,
  userAgent,
}: Record<'method' | 'purpose' | 'userAgent', string>): VisitorKind {
  if (method === 'HEAD') return 'head'
  if (/prefetch|prerender|preview/i.test(purpose)) return 'prefetch'
  return kindOfAgent(userAgent)
}

const kindOfAgent = remembering((userAgent): VisitorKind => {
  if (LINK_PREVIEW.test(userAgent)) return 'preview'
  return userAgent === '' || isbot(userAgent) ? 'bot' : 'person'
})

export const isPerson = ({ method = '', headers }: IncomingMessage): boolean =>
  visitorKindOf({ method, purpose: purposeOf(headers), userAgent: headers['user-agent'] ?? '' }) === 'person'
