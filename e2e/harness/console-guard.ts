import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'

/** Runs in each page: a policy violation is reported even where the blocked code has caught the error. */
export const reportCspViolations = () =>
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    console.error(`policy: ${violatedDirective} refused ${blockedURI} of ${sourceFile}`),
  )

/**
 * Collects errors, warnings and uncaught exceptions in the console of any page of a context. A violation of the
 * content security policy is such an error.
 */
export class ConsoleGuard {
  readonly #complaints: string[] = []
  readonly #tolerated: { status: number; seen: boolean }[] = []
  readonly #allowed: number[] = []
  #isAwayAllowed = false

  constructor(context: BrowserContext) {
    for (const page of context.pages()) this.#watch(page)
    context.on('page', (page) => this.#watch(page))
    context.on('console', (message) => this.#onMessage(message))
  }

  /** An HTTP status this journey provokes (a refused sign-in logs its 401). It must then come. */
  tolerateStatus(status: number): void {
    this.#tolerated.push({ status, seen: false })
  }

  /** An HTTP status that may come or not: of a call that is under way when the session ends in another tab (401). */
  allowStatus(status: number): void {
    this.#allowed.push(status)
  }

  /** The server stops and starts meanwhile: whoever looks for it is refused. */
  allowAway(): void {
    this.#isAwayAllowed = true
    this.#allowed.push(503)
  }

  /** What must not have been, one line for each. */
  findings(): string[] {
    const unseen = this.#tolerated.filter(({ seen }) => !seen)
    return [
      ...this.#complaints,
      ...unseen.map(({ status }) => `Tolerated in the console and never seen: status ${status}`),
    ]
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.#complain(`uncaught: ${error.stack ?? error.message}`))
  }

  #onMessage(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    this.#complain(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  }

  #complain(text: string): void {
    // Chromium's own words, and not only the number: a port or an id may contain it too.
    const has = (status: number) => text.includes(`with a status of ${status} `)
    if (this.#isAwayAllowed && /net::ERR_(CONNECTION_|EMPTY_RESPONSE)/.test(text)) return
    const tolerated = this.#tolerated.find(({ status }) => has(status))
    if (tolerated) tolerated.seen = true
    else if (!this.#allowed.some(has)) this.#complaints.push(text)
  }
}
