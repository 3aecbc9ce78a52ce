const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The value of an attribute, as it is written; empty where there is none. */
export const attribute = (tag: string, name: string): string => {
  const [, double, single] = new RegExp(`\\s(?:\\w+:)?${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? []
  return double ?? single ?? ''
}

/** A text with the signs that stand for others in XML. */
export const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** Whether an attribute says yes (ECMA-376-1 §22.9.2.1, `ST_OnOff` and `xsd:boolean`). */
export const isOn = (tag: string, name: string): boolean => /^(?:1|true|on)$/.test(attribute(tag, name))
