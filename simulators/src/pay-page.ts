/** The page on which a payer pays, with a button for each thing that may happen; each is posted as `action`. */
export function payPage(title: string, buttons: Record<string, string>, note = ''): string {
  const rows = Object.entries(buttons).map(
    ([action, label]) => `<button name="action" value="${action}">${escaped(label)}</button>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${escaped(title)}</title>
<h1>${escaped(title)}</h1><p role="status">${escaped(note)}</p><form method="post">${rows.join('\n')}</form></html>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
