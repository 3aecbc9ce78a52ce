import { type PlayedDns, playDns } from '@scanleaf/simulators'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** A DNS server on loopback for the calling test file; each test begins without a name in it. */
export function testDns() {
  let dns: PlayedDns
  beforeAll(async () => {
    dns = await playDns()
  })
  beforeEach(() => dns.clear())
  afterAll(() => dns.close())

  return {
    /** For the setting DNS_SERVERS. */
    address: () => dns.address,
    says: (...said: Parameters<PlayedDns['says']>) => dns.says(...said),
  }
}
