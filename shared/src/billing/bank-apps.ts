import type { TransferInfo } from './schema'

/** Apps that VietQR's links fill in (its change log, 2.12 to 2.18), by their id at VietQR. */
export const BANK_APPS = [
  { id: 'acb', name: 'ACB ONE' },
  { id: 'bidv', name: 'BIDV SmartBanking' },
  { id: 'mb', name: 'MBBank' },
  { id: 'ocb', name: 'OCB OMNI' },
  { id: 'icb', name: 'VietinBank iPay' },
] as const
export type BankApp = (typeof BANK_APPS)[number]

/** How VietQR's links name the receiving bank, by its BIN. */
const BANK_CODES: Readonly<Record<string, string>> = {
  '970403': 'stb',
  '970405': 'vba',
  '970407': 'tcb',
  '970415': 'icb',
  '970416': 'acb',
  '970418': 'bidv',
  '970422': 'mb',
  '970423': 'tpb',
  '970426': 'msb',
  '970432': 'vpb',
  '970436': 'vcb',
  '970437': 'hdb',
  '970441': 'vib',
  '970443': 'shb',
  '970448': 'ocb',
}

/** What a banking app is to fill in; without an amount the payer types one. */
export interface FilledTransfer
  extends Pick<TransferInfo, 'bankBin' | 'accountNumber' | 'accountName' | 'content'> {
  amount: number | string | null
}

/**
 * The link that opens a banking app with the transfer filled in (VietQR, https://www.vietqr.io/deeplink): `@` and the
 * address to return to stay as they are. Null for a receiving bank whose code is not known.
 * @param returnTo where the app leads afterwards; null for nowhere
 */
export function bankAppLink(app: BankApp, transfer: FilledTransfer, returnTo: string | null): string | null {
  const { bankBin, accountNumber, accountName, amount, content } = transfer
  const bank = BANK_CODES[bankBin]
  if (bank === undefined) return null
  const filled = new URLSearchParams({
    app: app.id,
    ...(amount !== null && { am: String(amount) }),
    tn: content,
  })
  const name = new URLSearchParams({ bn: accountName })
  const after = returnTo === null ? '' : `&url=${returnTo}`
  return `https://dl.vietqr.io/pay?${filled}&ba=${accountNumber}@${bank}&${name}${after}`
}
