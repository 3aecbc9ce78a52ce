import { ageDataByHours } from '../../harness/age-data'
import { test } from '../../harness/gateways'
import { restart } from '../../harness/test'
import { Payer } from '../../pages/gateway-payer'
import { Shop } from '../../pages/shop'

/** Longer than any gateway waits for its payer. */
const HOURS = 4

test('payments that nobody pays end by themselves, and say so', async ({ page, server }) => {
  const shop = await Shop.open(page, server.appUrl, 'forgetful', 'en')
  const left: { payer: Payer; ref: string }[] = []
  for (const type of ['momo', 'vnpay', 'stripe', 'paypal'] as const) {
    const payer = new Payer(page, shop, type)
    left.push({ payer, ref: await payer.topUp(60_000) })
  }
  await restart(page, server, (dataDir) => ageDataByHours(dataDir, HOURS))
  for (const { payer, ref } of left) {
    await payer.openReturn(ref)
    await payer.sees('failure', 'expired')
  }
})
