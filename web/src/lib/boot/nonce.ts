declare global {
  /** Read by the style singleton with which Mantine's dialogs stop the page from scrolling. */
  var __webpack_nonce__: string
}

/** The nonce of this answer's content security policy, for style elements made by libraries. */
export const pageNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

/** Hands the nonce to the library that takes it from nowhere else. */
export function provideNonce(): void {
  globalThis.__webpack_nonce__ = pageNonce()
}
