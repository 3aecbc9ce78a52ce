/** The used part of the load generator. */
declare module 'autocannon' {
  export interface Options {
    url: string
    connections: number
    /** Of requests in all. */
    amount: number
    headers: Record<string, string>
  }

  /** Also a promise of its result. */
  export interface Run extends Promise<{ '2xx': number; '3xx': number }> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, ms: number) => void,
    ): void
  }

  export default function autocannon(options: Options): Run
}
