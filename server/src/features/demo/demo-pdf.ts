/** Lines of a menu, in the letters that every reader has a font for. */
const LINES = [
  [36, 'CA PHE LA'],
  [16, 'Espresso  32.000'],
  [16, 'Latte  45.000'],
  [16, 'Matcha  49.000'],
  [16, 'Croissant  29.000'],
] as const

/** A PDF (ISO 32000-1) of one page: a green band and a short menu. */
export function demoPdf(): Buffer {
  const text = LINES.map(
    ([size, line], row) => `BT /F ${size} Tf 60 ${row === 0 ? 775 : 700 - 34 * row} Td (${line}) Tj ET`,
  )
  const drawing = [
    '0.05 0.49 0.29 rg 0 742 595 100 re f 1 1 1 rg',
    text[0],
    '0.1 0.1 0.1 rg',
    ...text.slice(1),
  ].join(' ')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer)
}
