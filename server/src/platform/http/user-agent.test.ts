import { expect, test } from 'vitest'
import { agentOf } from './user-agent'

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ['phone', 'iOS', 'Safari'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    ['phone', 'Android', 'Chrome'],
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Zalo iOS/588 ZaloTheme/light ZaloLanguage/vn',
    ['phone', 'iOS', 'Zalo'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/443.0.0.23.229;]',
    ['phone', 'Android', 'Facebook'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Safari/537.36',
    ['tablet', 'Android', 'Samsung Internet for Android'],
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    ['desktop', 'Windows', 'Microsoft Edge'],
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0', ['desktop', 'Linux', 'Firefox']],
  ['', ['', '', '']],
  ['x', ['', '', '']],
])('%s', (userAgent, expected) => {
  const { device, system, browser } = agentOf(userAgent)
  expect([device, system, browser]).toEqual(expected)
})
