/**
 * Columns of one width, as the formatter has them; the first row is the head.
 * @param {string[][]} rows
 */
export function markdownTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const [head, ...body] = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column])))
  return [head, widths.map((width) => '-'.repeat(width)), ...body]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
