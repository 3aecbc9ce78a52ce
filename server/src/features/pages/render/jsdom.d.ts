/** What the tests read of a parsed page; the package has no types of its own. */
declare module 'jsdom' {
  interface ParsedElement {
    readonly textContent: string | null
    readonly innerHTML: string
    readonly outerHTML: string
    getAttribute(name: string): string | null
    getAttributeNames(): string[]
    hasAttribute(name: string): boolean
    querySelector(selector: string): ParsedElement | null
    querySelectorAll(selector: string): ArrayLike<ParsedElement> & Iterable<ParsedElement>
  }
  interface ParsedDocument extends ParsedElement {
    readonly title: string
    readonly body: ParsedElement
    readonly documentElement: ParsedElement & { readonly dir: string }
  }
  export class JSDOM {
    constructor(html: string)
    readonly window: { readonly document: ParsedDocument }
  }
}
