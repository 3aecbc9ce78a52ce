import { asciiDigits, cleanLine, normalForm } from '../clean-line'

/** A bank that VietQR reaches, or a wallet that is paid as one. */
export interface Bank {
  /** Six digits that name it in a payment code. */
  readonly bin: string
  /** Its id at VietQR. */
  readonly code: string
  /** Name on screens, as its app is called. */
  readonly name: string
  readonly fullName: string
  /** Other BINs of its accounts, which are read and never written. */
  readonly otherBins?: readonly string[]
}

/**
 * Banks by use, as the list of VietQR has them (api.vietqr.io/v2/banks; compared in several public programs on
 * 2026-11-28). A bank that is renamed keeps its BIN. CIMB has codes with two.
 */
export const BANK_LIST: readonly Bank[] = [
  { bin: '970436', code: 'VCB', name: 'Vietcombank', fullName: 'Ngân hàng TMCP Ngoại thương Việt Nam' },
  { bin: '970415', code: 'ICB', name: 'VietinBank', fullName: 'Ngân hàng TMCP Công thương Việt Nam' },
  { bin: '970418', code: 'BIDV', name: 'BIDV', fullName: 'Ngân hàng TMCP Đầu tư và Phát triển Việt Nam' },
  {
    bin: '970405',
    code: 'VBA',
    name: 'Agribank',
    fullName: 'Ngân hàng Nông nghiệp và Phát triển Nông thôn Việt Nam',
  },
  { bin: '970416', code: 'ACB', name: 'ACB', fullName: 'Ngân hàng TMCP Á Châu' },
  { bin: '970407', code: 'TCB', name: 'Techcombank', fullName: 'Ngân hàng TMCP Kỹ thương Việt Nam' },
  { bin: '970422', code: 'MB', name: 'MB', fullName: 'Ngân hàng TMCP Quân đội' },
  { bin: '970432', code: 'VPB', name: 'VPBank', fullName: 'Ngân hàng TMCP Việt Nam Thịnh Vượng' },
  { bin: '970423', code: 'TPB', name: 'TPBank', fullName: 'Ngân hàng TMCP Tiên Phong' },
  { bin: '970403', code: 'STB', name: 'Sacombank', fullName: 'Ngân hàng TMCP Sài Gòn Thương Tín' },
  { bin: '970437', code: 'HDB', name: 'HDBank', fullName: 'Ngân hàng TMCP Phát triển Thành phố Hồ Chí Minh' },
  { bin: '970441', code: 'VIB', name: 'VIB', fullName: 'Ngân hàng TMCP Quốc tế Việt Nam' },
  { bin: '970443', code: 'SHB', name: 'SHB', fullName: 'Ngân hàng TMCP Sài Gòn – Hà Nội' },
  { bin: '970431', code: 'EIB', name: 'Eximbank', fullName: 'Ngân hàng TMCP Xuất Nhập khẩu Việt Nam' },
  { bin: '970426', code: 'MSB', name: 'MSB', fullName: 'Ngân hàng TMCP Hàng Hải Việt Nam' },
  { bin: '970448', code: 'OCB', name: 'OCB', fullName: 'Ngân hàng TMCP Phương Đông' },
  { bin: '970440', code: 'SEAB', name: 'SeABank', fullName: 'Ngân hàng TMCP Đông Nam Á' },
  { bin: '970449', code: 'LPB', name: 'LPBank', fullName: 'Ngân hàng TMCP Lộc Phát Việt Nam' },
  { bin: '970428', code: 'NAB', name: 'Nam A Bank', fullName: 'Ngân hàng TMCP Nam Á' },
  { bin: '970409', code: 'BAB', name: 'Bac A Bank', fullName: 'Ngân hàng TMCP Bắc Á' },
  { bin: '970425', code: 'ABB', name: 'ABBank', fullName: 'Ngân hàng TMCP An Bình' },
  { bin: '970412', code: 'PVCB', name: 'PVcomBank', fullName: 'Ngân hàng TMCP Đại Chúng Việt Nam' },
  { bin: '970419', code: 'NCB', name: 'NCB', fullName: 'Ngân hàng TMCP Quốc Dân' },
  { bin: '970429', code: 'SCB', name: 'SCB', fullName: 'Ngân hàng TMCP Sài Gòn' },
  { bin: '970400', code: 'SGICB', name: 'SaigonBank', fullName: 'Ngân hàng TMCP Sài Gòn Công Thương' },
  { bin: '970427', code: 'VAB', name: 'VietABank', fullName: 'Ngân hàng TMCP Việt Á' },
  { bin: '970433', code: 'VIETBANK', name: 'VietBank', fullName: 'Ngân hàng TMCP Việt Nam Thương Tín' },
  { bin: '970438', code: 'BVB', name: 'BaoViet Bank', fullName: 'Ngân hàng TMCP Bảo Việt' },
  { bin: '970452', code: 'KLB', name: 'KienlongBank', fullName: 'Ngân hàng TMCP Kiên Long' },
  { bin: '970454', code: 'VCCB', name: 'BVBank', fullName: 'Ngân hàng TMCP Bản Việt' },
  { bin: '970430', code: 'PGB', name: 'PGBank', fullName: 'Ngân hàng TMCP Thịnh vượng và Phát triển' },
  { bin: '970414', code: 'MBV', name: 'MBV', fullName: 'Ngân hàng TNHH MTV Việt Nam Hiện Đại' },
  { bin: '970406', code: 'Vikki', name: 'Vikki', fullName: 'Ngân hàng TNHH MTV Số Vikki' },
  { bin: '970408', code: 'GPB', name: 'GPBank', fullName: 'Ngân hàng TNHH MTV Kỷ nguyên Thịnh vượng' },
  { bin: '970444', code: 'CBB', name: 'VCBNeo', fullName: 'Ngân hàng TNHH MTV Ngoại thương Công nghệ số' },
  { bin: '970446', code: 'COOPBANK', name: 'Co-opBank', fullName: 'Ngân hàng Hợp tác xã Việt Nam' },
  { bin: '999888', code: 'VBSP', name: 'VBSP', fullName: 'Ngân hàng Chính sách xã hội Việt Nam' },
  { bin: '970424', code: 'SHBVN', name: 'Shinhan', fullName: 'Ngân hàng TNHH MTV Shinhan Việt Nam' },
  { bin: '970457', code: 'WVN', name: 'Woori', fullName: 'Ngân hàng TNHH MTV Woori Việt Nam' },
  { bin: '970458', code: 'UOB', name: 'UOB', fullName: 'Ngân hàng TNHH MTV United Overseas Bank (Việt Nam)' },
  {
    bin: '970410',
    code: 'SCVN',
    name: 'Standard Chartered',
    fullName: 'Ngân hàng TNHH MTV Standard Chartered Việt Nam',
  },
  { bin: '458761', code: 'HSBC', name: 'HSBC', fullName: 'Ngân hàng TNHH MTV HSBC (Việt Nam)' },
  {
    bin: '422589',
    code: 'CIMB',
    name: 'CIMB',
    fullName: 'Ngân hàng TNHH MTV CIMB Việt Nam',
    otherBins: ['970459'],
  },
  { bin: '970442', code: 'HLBVN', name: 'Hong Leong', fullName: 'Ngân hàng TNHH MTV Hong Leong Việt Nam' },
  { bin: '970439', code: 'PBVN', name: 'Public Bank', fullName: 'Ngân hàng TNHH MTV Public Việt Nam' },
  { bin: '970421', code: 'VRB', name: 'VRB', fullName: 'Ngân hàng Liên doanh Việt – Nga' },
  { bin: '970434', code: 'IVB', name: 'Indovina', fullName: 'Ngân hàng TNHH Indovina' },
  { bin: '668888', code: 'KBank', name: 'KBank', fullName: 'Ngân hàng Đại chúng TNHH Kasikornbank' },
  {
    bin: '970455',
    code: 'IBK-HN',
    name: 'IBK Hà Nội',
    fullName: 'Ngân hàng Công nghiệp Hàn Quốc – chi nhánh Hà Nội',
  },
  {
    bin: '970456',
    code: 'IBK-HCM',
    name: 'IBK TP. Hồ Chí Minh',
    fullName: 'Ngân hàng Công nghiệp Hàn Quốc – chi nhánh TP. Hồ Chí Minh',
  },
  { bin: '970462', code: 'KBHN', name: 'Kookmin Hà Nội', fullName: 'Ngân hàng Kookmin – chi nhánh Hà Nội' },
  {
    bin: '970463',
    code: 'KBHCM',
    name: 'Kookmin TP. Hồ Chí Minh',
    fullName: 'Ngân hàng Kookmin – chi nhánh TP. Hồ Chí Minh',
  },
  {
    bin: '970466',
    code: 'KEBHANAHCM',
    name: 'KEB Hana TP. Hồ Chí Minh',
    fullName: 'Ngân hàng KEB Hana – chi nhánh TP. Hồ Chí Minh',
  },
  {
    bin: '970467',
    code: 'KEBHANAHN',
    name: 'KEB Hana Hà Nội',
    fullName: 'Ngân hàng KEB Hana – chi nhánh Hà Nội',
  },
  { bin: '801011', code: 'NHB HN', name: 'Nonghyup', fullName: 'Ngân hàng Nonghyup – chi nhánh Hà Nội' },
  { bin: '796500', code: 'DBS', name: 'DBS', fullName: 'Ngân hàng DBS – chi nhánh TP. Hồ Chí Minh' },
  {
    bin: '533948',
    code: 'CITIBANK',
    name: 'Citibank',
    fullName: 'Ngân hàng Citibank, N.A. – chi nhánh Hà Nội',
  },
  { bin: '546034', code: 'CAKE', name: 'CAKE', fullName: 'Ngân hàng số CAKE by VPBank' },
  { bin: '546035', code: 'Ubank', name: 'Ubank', fullName: 'Ngân hàng số Ubank by VPBank' },
  { bin: '963388', code: 'TIMO', name: 'Timo', fullName: 'Ngân hàng số Timo by BVBank' },
  {
    bin: '977777',
    code: 'MAFC',
    name: 'Mirae Asset',
    fullName: 'Công ty Tài chính TNHH MTV Mirae Asset (Việt Nam)',
  },
  { bin: '971025', code: 'momo', name: 'MoMo', fullName: 'Ví điện tử MoMo' },
  { bin: '971005', code: 'VTLMONEY', name: 'Viettel Money', fullName: 'Tổng công ty Dịch vụ số Viettel' },
  { bin: '971011', code: 'VNPTMONEY', name: 'VNPT Money', fullName: 'VNPT Money' },
]

/** The bank of a BIN, also of one that is only read; null for none. */
export const bankOf = (bin: string): Bank | null =>
  BANK_LIST.find((bank) => bank.bin === bin || bank.otherBins?.includes(bin)) ?? null

const nameKey = (text: string): string =>
  normalForm(text, 'NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/**
 * The BIN of a bank that is named by its BIN, its id at VietQR or its name; the text as it is for no such bank. A second
 * BIN becomes that which is written.
 * @example cleanBank('Vietcombank') // '970436'
 */
export function cleanBank(text: string): string {
  const typed = asciiDigits(cleanLine(text))
  const key = nameKey(typed)
  const found =
    bankOf(typed) ??
    BANK_LIST.find(({ code, name, fullName }) => [code, name, fullName].some((each) => nameKey(each) === key))
  return found?.bin ?? typed
}
