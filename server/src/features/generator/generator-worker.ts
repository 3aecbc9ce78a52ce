import type { QrCustomSettings, QrDesign } from '@scanleaf/qr'
import { repair, scanCheck } from '@scanleaf/qr/scan-check'
import type { Language, ScanRepair, ScanVerdict } from '@scanleaf/shared'
import { serveTasks } from '../../platform/workers/task'
import { scanDecoders } from './decoders'
import { asRefusal, type DrawOptions, drawFile, type QrFormat } from './drawing'
import { type DrawableLogo, qrLogoOf } from './logo'
import { outlineOf } from './outline'
import { readCode } from './read-code'
import { symbolOf } from './symbol'

/** Entry of the processes of generator.ts: what takes more than a millisecond. */

/** A code as it is sent to a process. */
export interface SentCode {
  payload: string
  settings: QrCustomSettings
  logo: DrawableLogo | null
}

interface Drawing {
  code: SentCode
  format: QrFormat
  options: DrawOptions
}

async function draw({ code: { payload, settings, logo }, format, options }: Drawing): Promise<Uint8Array> {
  return drawFile(payload, settings, logo && (await qrLogoOf(logo)), format, options)
}

async function check({ payload, settings, logo }: SentCode): Promise<Omit<ScanVerdict, 'repair'>> {
  // A text that no symbol holds is refused as in a drawing.
  symbolOf(payload, settings.errorCorrectionLevel)
  const design = await designOf(settings, logo)
  try {
    const { passes, isReadable, score, bars, reasons } = await scanCheck(
      payload,
      design,
      await scanDecoders(),
    )
    return { passes, isReadable, score, bars, reasons: [...reasons] }
  } catch (error) {
    throw asRefusal(error)
  }
}

/** The nearest design that passes, or null when not even a plain one does. */
async function repairDesign({ payload, settings, logo }: SentCode): Promise<ScanRepair | null> {
  const design = await designOf(settings, logo)
  const { design: repaired, steps, report } = await repair(payload, design, await scanDecoders())
  if (!report.passes) return null
  const { logo: kept, ...rest } = repaired
  return { settings: rest, keepsLogo: kept === design.logo, steps: [...steps] }
}

async function designOf(settings: QrCustomSettings, logo: DrawableLogo | null): Promise<QrDesign> {
  return logo ? { ...settings, logo: await qrLogoOf(logo) } : settings
}

serveTasks({
  draw,
  check,
  repair: repairDesign,
  outline: ({ text, language }: { text: string; language?: Language }) => outlineOf(text, language),
  read: ({ image, field }: { image: Uint8Array; field: string }) => readCode(image, field),
})
