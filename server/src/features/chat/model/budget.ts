/** Maximum tokens of one answer of the model; a call with tools asks for several. */
export const MAX_REPLY_SHARE = 1000
/** With less left no further call is made. */
const MIN_REPLY_SHARE = 200
/** Prompt, sections of the help, tools and the remembered conversation, once, and again for a call with tools. */
const AROUND_QUESTION = 8000

/** A token is three bytes of text, or more of it. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3)

/** The reservation for an answer before it is requested. */
export const maxTokensOf = (question: string): number => AROUND_QUESTION + 2 * tokensOf(question)

/** Remaining budget of an answer, and its cost so far. */
export class Budget {
  #spent = 0
  constructor(
    readonly most: number,
    readonly onSpent: (tokens: number) => void,
  ) {}

  spend(tokens: number): void {
    this.#spent += tokens
    this.onSpent(this.#spent)
  }

  /** How long a reply to a prompt of this size may be; null when the rest is too small for one. */
  roomAfter(promptTokens: number): number | null {
    const room = Math.min(MAX_REPLY_SHARE, this.most - this.#spent - promptTokens)
    return room >= MIN_REPLY_SHARE ? room : null
  }
}
