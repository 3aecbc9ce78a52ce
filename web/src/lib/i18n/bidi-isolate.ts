/** A value in a text of the other direction: first-strong isolate and its end (Unicode UAX #9). */
export const bidiIsolate = (text: string): string => `\u2068${text}\u2069`
