/** The id of a heading in an operator's document, as code hosts make it: `Is everything there?` is `is-everything-there`. */
export const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
