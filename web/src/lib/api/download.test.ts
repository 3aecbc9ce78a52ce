import { expect, test } from 'vitest'
import { downloadName } from './download'

test.each([
  ['https://qr.example/7KX2M9QD', 'qr_example_7kx2m9qd'],
  ['http://shop.example.vn/khuyen-mai-thang-11', 'shop_example_vn_khuy'],
  ['HTTPS://A.B', 'a_b'],
  ['localhost:3001/AB-1_c', 'localhost_3001_ab_1_'],
  ['https://ví-dụ.vn/', 'v__d__vn_'],
  ['', 'qrcode'],
  ['https://', 'qrcode'],
  ['///', 'qrcode'],
])('the file of %s is called %s', (url, name) => expect(downloadName(url)).toBe(name))
