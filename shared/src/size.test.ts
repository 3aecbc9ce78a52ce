import { expect, test } from 'vitest'
import { formatSize } from './size'

test.each([
  [0, 'en', 1024, '1\u00A0KB'],
  [157_286, 'en', 1024, '154\u00A0KB'],
  [1_048_575, 'en', 1024, '1\u00A0MB'],
  [4_718_592, 'vi', 1024, '4,5\u00A0MB'],
  [4_718_592, 'fr', 1024, '4,5\u00A0Mo'],
  [10_485_760, 'ja', 1024, '10MB'],
  [10_485_760, 'ar', 1024, '10\u00A0MB'],
  [1_000_000, 'en', 1000, '1\u00A0MB'],
  [999_999_999, 'en', 1000, '1,000\u00A0MB'],
  [1_234_500_000_000, 'de', 1000, '1.234,5\u00A0GB'],
] as const)('%i bytes in %s by %i are %s', (bytes, language, step, expected) => {
  expect(formatSize(bytes, language, step)).toBe(expected)
})
