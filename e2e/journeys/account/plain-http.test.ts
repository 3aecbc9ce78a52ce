import { plainPathsOf, SCREENS } from '@scanleaf/shared'
import { freePorts } from '../../harness/server'
import { axeInBothSchemes, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { GeneratorPage } from '../../pages/generator-page'
import { register } from '../../pages/people'

const t = textsOf('en')

/** All of a person who is signed in, here the administrator's. */
const PATHS = plainPathsOf(
  SCREENS.filter((screen) => screen.access === 'session' && !('isPassage' in screen)),
)

for (const host of ['shop-pc', '192.168.1.5'])
  test(`over http at ${host} somebody registers, signs in, creates, downloads, copies and sees every screen`, async ({
    page,
    startOwnServer,
  }) => {
    const ports = await freePorts()
    const [appUrl, codeHost] = ports.map((port) => `http://${host}:${port}`) as [string, string]
    const { setupToken } = await startOwnServer(
      { APP_URL: appUrl, CODE_HOST: codeHost, BILLING: 'on' },
      ports,
    )
    await page.goto(`${appUrl}/account/register?lng=en&setup=${setupToken}`)
    expect(await page.evaluate(() => window.isSecureContext), 'what browsers keep for https is missing').toBe(
      false,
    )
    await register(page, 'boss')
    await expect(page).toHaveURL(/\/dynamic-codes/)
    // The session outlives the page, and reaches another tab.
    await page.reload()
    await expect(page.getByRole('heading', { name: t('user-codes:dynamic.title') })).toBeVisible()

    await page.goto(`${appUrl}/dynamic-codes/generator?lng=en`)
    const generator = new GeneratorPage(page, t)
    const strip = page.getByRole('note').filter({ hasText: new URL(codeHost).host })
    await expect(strip).toContainText(t('common:trial.this-network'))
    await axeInBothSchemes(page)
    await generator.fill({ content: 'https://shop.example.vn/menu' })
    await generator.create()
    await expect(generator.status('generator:status.saved')).toBeAttached()
    const link = (await page.getByRole('link', { name: /[A-Z0-9]{8}$/ }).getAttribute('href')) ?? ''
    expect(link).toContain(codeHost)
    const [file] = await Promise.all([page.waitForEvent('download'), generator.download('PNG')])
    expect(file.suggestedFilename()).toMatch(/^trial-.*\.png$/)

    await page.goto(`${appUrl}/dynamic-codes?lng=en`)
    await page
      .getByRole('button', { name: t('common:copy') })
      .first()
      .click()
    await expect(page.getByRole('button', { name: t('common:copied') }).first()).toBeVisible()
    const search = page.getByRole('textbox', { name: t('user-codes:search') })
    await search.focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(search).toHaveValue(link)

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${appUrl}/account/login?lng=en`)
    await page.getByRole('textbox', { name: t('account:login') }).fill('boss')
    await page.getByLabel(t('account:password'), { exact: true }).fill('quán phở số 7')
    await page.getByRole('button', { name: t('account:sign-in'), exact: true }).click()
    await expect(page).toHaveURL(/\/dynamic-codes/)

    // Where it is told how to repair it.
    await page.goto(`${appUrl}/dynamic-codes/many?lng=en`)
    await page.getByRole('link', { name: t('common:trial.set') }).click()
    await expect(page.getByText(t('status:do.code-host'))).toBeVisible()

    // No other screen needs what is missing: an error in the console is a finding of the guard.
    for (const path of [...PATHS, '/dynamic-codes/generator?type=pdf', '/static-codes/generator?type=wifi']) {
      await page.goto(`${appUrl}${path}`)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    }
  })
