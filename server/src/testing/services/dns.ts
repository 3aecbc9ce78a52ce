import { type DnsSimulator, startDnsSimulator } from '@scanleaf/simulators'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** A DNS server on loopback for the calling test file; each test begins without a name in it. */
export function testDns() {
  let dns: DnsSimulator
  beforeAll(async () => {
    dns = await startDnsSimulator()
  })
  beforeEach(() => dns.clear())
  afterAll(() => dns.close())

  return {
    /** For the setting DNS_SERVERS. */
    address: () => dns.address,
    says: (...said: Parameters<DnsSimulator['says']>) => dns.says(...said),
  }
}
