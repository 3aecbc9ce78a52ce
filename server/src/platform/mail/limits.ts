/** Connections at a time, and so the mails that a sudden death may repeat. */
export const MAX_CONNECTIONS = 5

/** Of a whole attempt, however slowly the server answers. */
export const SEND_MS = 50_000
