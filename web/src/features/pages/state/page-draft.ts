import {
  type FieldErrors,
  isFieldError,
  type PageBlockInput,
  type PageInput,
  type PageOfCode,
  readPage,
} from '@scanleaf/shared'
import { hashKey } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/api-error'
import { randomId } from '../../../lib/random-id'
import { changeItems, publishDraft, readPageOf, saveDraft } from '../api'
import { inserted, moved, without } from './lists'
import { itemsOf, type LiveItems, type LiveValues, unsentOf, withLive, withValuesOf } from './live-values'
import { withoutUnfilled } from './unfilled'

/** After the last key, before the draft is sent. */
const SAVE_AFTER_MS = 400

export interface PageDraftState {
  /** As it is on screen. */
  page: PageInput
  /** Of its blocks, which have no other name that stays when they are moved. */
  keys: readonly string[]
  /** As the server has it. */
  saved: PageOfCode
  /** Counts saves: the preview reloads after each. */
  sent: number
  status: 'saved' | 'waiting' | 'sending' | 'failed' | 'conflict'
  savedAt: Date | null
  /** Why the last attempt failed. */
  error: Error | null
  /** What is wrong, by its place on screen; the draft is not saved while there are any. */
  problems: FieldErrors
}

/**
 * The draft of a page while it is edited. It saves itself: the words with their revision, prices and what is sold out by
 * the ids of items, which nobody else overwrites.
 */
export class PageDraft {
  #state: PageDraftState
  #live: LiveItems = new Map()
  #changes = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<boolean> | null = null
  readonly #listeners = new Set<() => void>()

  constructor(saved: PageOfCode) {
    this.#state = { ...shownOf(saved), sent: 0, savedAt: null }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): PageDraftState => this.#state

  #set(next: Partial<PageDraftState>) {
    this.#state = { ...this.#state, ...next }
    for (const listener of this.#listeners) listener()
  }

  change(change: (page: PageInput) => PageInput): void {
    this.#changes += 1
    const isConflict = this.#state.status === 'conflict'
    this.#set({ page: change(this.#state.page), ...(!isConflict && { status: 'waiting' as const }) })
    if (!isConflict) this.#sendLater()
  }

  #changeBlocks(keys: readonly string[], change: (blocks: readonly PageBlockInput[]) => PageBlockInput[]) {
    this.#set({ keys })
    this.change((page) => ({ ...page, blocks: change(page.blocks) }))
  }

  changeBlock(key: string, block: PageBlockInput): void {
    const { keys } = this.#state
    this.#changeBlocks(keys, (blocks) => blocks.map((each, at) => (keys[at] === key ? block : each)))
  }

  /** @param at at the end by default; returns the key of the block */
  addBlock(block: PageBlockInput, at = this.#state.keys.length): string {
    const key = randomId()
    this.#changeBlocks(inserted(this.#state.keys, at, key), (blocks) => inserted(blocks, at, block))
    return key
  }

  removeBlock(at: number): void {
    this.#changeBlocks(without(this.#state.keys, at), (blocks) => without(blocks, at))
  }

  moveBlock(from: number, to: number): void {
    this.#changeBlocks(moved(this.#state.keys, from, to), (blocks) => moved(blocks, from, to))
  }

  /** A price that was left, or a switch. */
  changeItem(id: string, values: LiveValues): void {
    this.#live = new Map(this.#live).set(id, { ...this.#live.get(id), ...values })
    this.change((page) => withLive(page, new Map([[id, values]])))
    if (this.#state.status !== 'conflict') void this.save()
  }

  #sendLater() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(), SAVE_AFTER_MS)
  }

  /** Sends what is not saved. False when it is not valid, or could not be sent. */
  async save(): Promise<boolean> {
    while (this.#running) await this.#running
    this.#running = this.#send().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #send(): Promise<boolean> {
    clearTimeout(this.#timer)
    const changes = this.#changes
    const { page, placeOf } = withoutUnfilled(this.#state.page)
    try {
      await this.#sendItems()
      const { fields } = readPage(page)
      if (fields !== null) return this.#refuse(fields, placeOf)
      await this.#sendPage(page)
      await this.#sendItems()
    } catch (error) {
      return this.#fail(error as Error, placeOf)
    }
    const isSaved = this.#changes === changes
    this.#set({ status: isSaved ? 'saved' : 'waiting', savedAt: new Date(), error: null, problems: {} })
    if (!isSaved) this.#sendLater()
    return isSaved
  }

  async #sendItems() {
    const known = new Set(itemsOf(this.#state.saved.draft).map(({ id }) => id))
    const here = new Set(itemsOf(this.#state.page).map(({ id }) => id))
    this.#live = new Map([...this.#live].filter(([id]) => here.has(id)))
    const items = [...this.#live].filter(([id]) => known.has(id)).map(([id, values]) => ({ id, ...values }))
    if (items.length === 0) return
    this.#take(await changeItems(this.#state.saved.id, items))
  }

  async #sendPage(page: PageInput) {
    const { saved } = this.#state
    const { page: clean } = readPage(withValuesOf(page, saved.draft, new Map()))
    if (saved.revision > 0 && hashKey([clean]) === hashKey([saved.draft])) return
    this.#set({ status: 'sending' })
    this.#take(await saveDraft(saved.id, saved.revision, page))
  }

  /** Applies item changes made by others. */
  #take(saved: PageOfCode) {
    this.#live = unsentOf(this.#live, saved.draft)
    const page = withValuesOf(this.#state.page, saved.draft, this.#live)
    this.#set({ saved, page, sent: this.#state.sent + 1 })
  }

  #refuse(fields: FieldErrors, placeOf: (place: string) => string): false {
    const problems = Object.entries(fields).map(([place, problem]) => [placeOf(place), problem])
    this.#set({ status: 'waiting', error: null, problems: Object.fromEntries(problems) })
    return false
  }

  #fail(error: Error, placeOf: (place: string) => string): false {
    const fields = Object.entries(error instanceof ApiError ? error.fields : {}).flatMap(([place, code]) =>
      place.startsWith('page.') && isFieldError(code) ? [[place.slice('page.'.length), code] as const] : [],
    )
    if (fields.length > 0) return this.#refuse(Object.fromEntries(fields), placeOf)
    const isConflict = error instanceof ApiError && error.code === 'PageChanged'
    this.#set({ status: isConflict ? 'conflict' : 'failed', error })
    return false
  }

  /** Shows visitors what is on screen. @throws ApiError why that was refused */
  async publish(confirmed: <T>(call: () => Promise<T>) => Promise<T>): Promise<boolean> {
    if (!(await this.save())) return false
    const { id, revision } = this.#state.saved
    this.#set({ saved: await confirmed(() => publishDraft(id, revision)) })
    return true
  }

  /** Overwrites what somebody else has saved with what is on screen. */
  async keepOwn(): Promise<void> {
    this.#set({ saved: await readPageOf(this.#state.saved.id), status: 'waiting', error: null })
    await this.save()
  }

  async takeOther(): Promise<void> {
    this.show(await readPageOf(this.#state.saved.id))
  }

  /** Shows a page as the server has it. */
  show(saved: PageOfCode): void {
    this.#live = new Map()
    this.#set({ ...shownOf(saved), sent: this.#state.sent + 1 })
  }

  /** Of a version that was placed: the draft stays, with the prices that are public. */
  readonly place = (saved: PageOfCode): void => this.#take(saved)
}

const shownOf = (saved: PageOfCode) => ({
  saved,
  page: saved.draft,
  keys: saved.draft.blocks.map(() => randomId()),
  status: 'saved' as const,
  error: null,
  problems: {},
})
