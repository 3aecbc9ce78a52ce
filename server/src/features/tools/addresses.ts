/** Addresses of pages as they appear in Markdown, in JSON or by themselves. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s"'<>()[\]\\`|*]+/gi

export const addressesIn = (text: string): string[] =>
  (text.match(ADDRESS) ?? []).map((address) => address.replace(/[.,;:!?…。、]+$/u, ''))

/** A name without the addresses in it: a model must have none to pass on that only a name says. */
export const withoutAddresses = (name: string): string => name.replace(ADDRESS, '…')
