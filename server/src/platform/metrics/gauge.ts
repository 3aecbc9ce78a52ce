import { Gauge, type Registry } from 'prom-client'

/** A gauge that is read at each scrape; without a value until it is known, it keeps the last one while the source fails. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => Promise<number | null>,
): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read().catch(() => null)
      if (value !== null) this.set(value)
    },
  })
  // The library begins with 0, which for the time of a ledger check or of a backup is 1970.
  gauge.remove()
}
