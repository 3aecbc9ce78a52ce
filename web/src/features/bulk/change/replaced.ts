/** A piece of an address: as it stays, as it goes, or as it comes. */
export interface AddressPart {
  kind: 'same' | 'out' | 'in'
  text: string
  /** Where it begins; a part of its own for what comes. */
  place: string
}

/** An address with a text replaced, each piece by what happens to it; only `same` when the text is not in it. */
export function replacedParts(address: string, find: string, replace: string): AddressPart[] {
  if (find === '' || !address.includes(find)) return [{ kind: 'same', text: address, place: '0' }]
  let start = 0
  const parts = address.split(find).flatMap((text, index, all) => {
    const place = start
    start += text.length + find.length
    const same: AddressPart = { kind: 'same', text, place: `${place}` }
    if (index === all.length - 1) return [same]
    return [
      same,
      { kind: 'out', text: find, place: `${place} out` },
      { kind: 'in', text: replace, place: `${place} in` },
    ] satisfies AddressPart[]
  })
  return parts.filter(({ text }) => text !== '')
}
