const FIRST_CAPACITY = 1024
/** Fuller than this, probes become long (linear probing). */
const MAX_LOAD = 0.7

/**
 * A hash table of 32-bit hashes to record references, open addressing with linear probing: 11 to 23 bytes an entry,
 * outside the heap of the engine. It holds no keys: the caller compares them.
 */
export class KeyIndex {
  #hashes = new Uint32Array(FIRST_CAPACITY)
  /** A reference plus one; 0 is a free slot. */
  #refs = new Uint32Array(FIRST_CAPACITY)
  #size = 0

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#hashes.byteLength + this.#refs.byteLength
  }

  /** The slot of a key, or -1. */
  slotOf(hash: number, isKey: (ref: number) => boolean): number {
    const mask = this.#refs.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const ref = this.#refs[slot] as number
      if (ref === 0) return -1
      if (this.#hashes[slot] === hash && isKey(ref - 1)) return slot
    }
  }

  refAt(slot: number): number {
    return (this.#refs[slot] as number) - 1
  }

  replace(slot: number, ref: number): void {
    this.#refs[slot] = ref + 1
  }

  /** Of a key that is not in it. */
  add(hash: number, ref: number): void {
    if (this.#size + 1 > this.#refs.length * MAX_LOAD) this.#grow()
    this.#insert(hash, ref + 1)
    this.#size += 1
  }

  /** Moves those after it into the gap, so that no probe ends early (Knuth, TAOCP 6.4, algorithm R). */
  remove(slot: number): void {
    const mask = this.#refs.length - 1
    let gap = slot
    for (let next = (gap + 1) & mask; this.#refs[next] !== 0; next = (next + 1) & mask) {
      const home = (this.#hashes[next] as number) & mask
      if (((next - home) & mask) < ((next - gap) & mask)) continue
      this.#hashes[gap] = this.#hashes[next] as number
      this.#refs[gap] = this.#refs[next] as number
      gap = next
    }
    this.#refs[gap] = 0
    this.#size -= 1
  }

  #insert(hash: number, entry: number): void {
    const mask = this.#refs.length - 1
    let slot = hash & mask
    while (this.#refs[slot] !== 0) slot = (slot + 1) & mask
    this.#hashes[slot] = hash
    this.#refs[slot] = entry
  }

  #grow(): void {
    const hashes = this.#hashes
    const refs = this.#refs
    this.#hashes = new Uint32Array(hashes.length * 2)
    this.#refs = new Uint32Array(refs.length * 2)
    for (let slot = 0; slot < refs.length; slot++) {
      const entry = refs[slot] as number
      if (entry !== 0) this.#insert(hashes[slot] as number, entry)
    }
  }
}
