import { Gauge, type Registry } from 'prom-client'

/** A gauge that is read at each scrape; it keeps its last value while the source is null or fails. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => Promise<number | null>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read().catch(() => null)
      if (value !== null) this.set(value)
    },
  })
}
