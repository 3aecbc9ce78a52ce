/** Connections at a time, and so the mails that a sudden death may repeat. */
export const MAX_CONNECTIONS = 5

/** Timeout of a whole attempt. */
export const SEND_MS = 50_000
