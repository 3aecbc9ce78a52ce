/** What the redirect service knows of a code. */
export interface Target {
  codeId: string
  /** The address as stored; null when it is not one to send a visitor to. */
  location: string | null
  isEnabled: boolean
  /** Google Analytics, or null. */
  analyticsId: string | null
}

/** Targets by key (id in lower case); ids without a code are missing. */
export type Targets = Map<string, Target>

const ANALYTICS_ID = /^(G-[A-Z0-9]{4,16}|UA-\d{4,10}-\d{1,4})$/
/** A parsed href is ASCII without blanks; anything else was not written by this program. */
const HREF = /^https?:\/\/[\x21-\x7e]+$/i

/**
 * A target from what the database holds. Checked again, because a row may be older than today's rules or written by
 * hand (threat model §2.2).
 */
export function targetOf(row: {
  codeId: string
  target: string | null
  enabled: boolean
  googleAnalyticsId: string
}): Target {
  const { codeId, target, enabled, googleAnalyticsId } = row
  return {
    codeId,
    location: target !== null && HREF.test(target) && URL.canParse(target) ? target : null,
    isEnabled: enabled,
    analyticsId: ANALYTICS_ID.test(googleAnalyticsId) ? googleAnalyticsId : null,
  }
}
