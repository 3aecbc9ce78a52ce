import { test } from '../../harness/gateways'
import { axeInBothSchemes, expect, onPhones } from '../../harness/test'
import { IS_NIGHTLY, textsOf } from '../../harness/texts'
import { ONCE, Payer, simulatedGateways, TWENTY_AT_ONCE } from '../../pages/gateway-payer'
import { Shop } from '../../pages/shop'

const t = textsOf('en')

/** PayPal's screens are the same as Stripe's; its API differs, which the server's tests cover. */
const WALKED = IS_NIGHTLY
  ? (['momo', 'vnpay', 'stripe', 'paypal'] as const)
  : (['momo', 'vnpay', 'stripe'] as const)

for (const name of WALKED)
  test(
    `${name}: paid and told of twenty times, refused, ended, and paid late`,
    onPhones(IS_NIGHTLY && name === 'momo'),
    async ({ page, server, gateways }) => {
      const gateway = simulatedGateways(gateways)[name]
      const shop = await Shop.open(page, server.appUrl, `payer-${name}`, 'en')
      const payer = new Payer(page, shop, gateway.type)

      gateway.plan({ webhook: TWENTY_AT_ONCE })
      await payer.topUp(120_000)
      await payer.press('Pay')
      await payer.sees('success')
      gateway.plan({ webhook: ONCE })
      await payer.hasInWallet('120,000')

      await payer.topUp(50_000)
      await payer.press('Fail')
      await payer.sees('failure')
      await page.getByRole('link', { name: t('common:retry') }).click()
      await expect(page.getByRole('dialog', { name: t('billing:method.title') })).toContainText('50,000')

      // The two that redirect a payer who cancels to a URL of its own, and send no webhook about it.
      if (name === 'stripe' || name === 'paypal') {
        await payer.topUp(30_000)
        await payer.press('Cancel')
        await payer.sees('cancelled')
      }

      const ref = await payer.topUp(60_000)
      const payUrl = page.url()
      await payer.openReturn(ref)
      await payer.sees('pending')
      await expect(
        page.getByRole('link', {
          name: t(`billing-history:details.${name === 'momo' ? 'pay' : 'continue'}`),
        }),
      ).toBeVisible()
      if (name === 'momo') await axeInBothSchemes(page)
      await gateway.expire(ref, payUrl)
      await payer.sees('failure')
      // The page may have asked before the webhook that carries the reason: the reason is there when it is opened again.
      await payer.openReturn(ref)
      await payer.sees('failure', gateway.reason)
      await gateway.payLate(ref)
      await payer.openReturn(ref)
      await payer.sees('success')
      await payer.hasInWallet('180,000')
      await expect(page.getByRole('status').filter({ hasText: '60,000' })).toBeVisible()

      await page.getByRole('link', { name: t('billing:tab.transactions') }).click()
      await expect(
        page.getByRole('row').filter({ hasText: t('billing-history:status.success') }),
      ).toHaveCount(2)
    },
  )
