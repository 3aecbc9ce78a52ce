import { BOTH, email, FAR, idOf, NOW, rowInto, type Size, sha256, userId } from './row'

export const LOGO = { isImageLogo: false, text: 'LÁ', chooseBackground: false, background: '' }
/** Codes of a person besides those of filling.ts: PDF codes, static codes, codes in the trash. */
const MORE_CODES = 6

/** Files that a PDF code has had, and the pictures of their pages. */
const fileId = (p: number, code: number, version: number) => `${p}${code}${version}-file`
const fileKey = (id: string) => `pdf/${id.slice(0, 2)}/${id}`
const pageKey = (id: string) => `pdf-pages/${id.slice(0, 2)}/${id}`

/** Keys of the stored files of a person's PDF codes. */
export const pdfKeys = (p: number): string[] =>
  BOTH.flatMap((code) =>
    BOTH.flatMap((n) => [fileId(p, code, n)].flatMap((id) => [fileKey(id), pageKey(id)])),
  )

/** A cover of the page and a photo that it showed before. */
const pictureId = (p: number, code: number, version: number) =>
  `${`page${p}${code}${version}`.padEnd(22, '_')}-1080x810`
const pictureKey = (id: string, size: 'small' | 'large') => `pictures/${id.slice(0, 2)}/${id}-${size}`

/** Keys of the stored files of a person's pages. */
export const pictureKeys = (p: number): string[] =>
  BOTH.flatMap((code) =>
    BOTH.flatMap((n) =>
      [pictureId(p, code, n)].flatMap((id) => [pictureKey(id, 'small'), pictureKey(id, 'large')]),
    ),
  )

/** Codes of each kind, of which filling.ts counts up the lists. */
export const moreCodes = ({ codes }: Size): string[] => BOTH.flatMap((p) => moreCodesOf(p, codes))

/** The `n`th of a person's PDF codes. */
export const pdfCode = (codes: number, p: number, n: number) => idOf('0', codes + (p - 1) * MORE_CODES + n)

const RULES = {
  ...{ revision: 1, zone: 'Asia/Ho_Chi_Minh', retired: [], nextId: 2, nextNumber: 2 },
  rules: [
    {
      id: 1,
      name: 'Tối',
      on: true,
      when: { hours: [['17:00', '22:00']] },
      outcome: { end: { n: 1, text: '' } },
    },
  ],
}

function moreCodesOf(p: number, codes: number): string[] {
  const code = (n: number, more: object) =>
    rowInto('user_codes', {
      ...{ id: pdfCode(codes, p, n), user_id: userId(p), image_key: `more-${p}-${n}`, name: `Mã ${n}` },
      ...{ ordinal: codes + n, search_text: ` ma ${n}`, sort_name: `ma ${n}`, tags: ['hè', `tag ${n}`] },
      ...{ created_by: email(p), created_at: NOW, updated_at: NOW, ...more },
    })
  return BOTH.flatMap((n) => [
    code(n, {
      ...{ product_id: 'dynamic-code', content_type: 'Website-pdf', dynamic_id: `pdf-${p}-${n}` },
      ...{ target: `https://pdf.example/${p}-${n}`, code_content: '{}', name_follows_title: true },
    }),
    code(2 + n, {
      ...{ product_id: 'static-code', content_type: 'Text', code_content: `{"plainText":"Xin chào ${n}"}` },
      ...{ qr_custom_settings: { color: '#0B3D2A' }, logo: LOGO, imported: { source: 'csv', clicks: n } },
    }),
    code(4 + n, {
      ...{ product_id: 'dynamic-code', content_type: 'Website', dynamic_id: `trash-${p}-${n}` },
      ...{ target: 'https://old.example/', code_content: '{"content":"https://old.example/"}' },
      ...{ deleted_at: NOW, last_scan_at: NOW, purged_at: n === 2 ? NOW : null, rules: RULES },
    }),
  ])
}

/** A page with what visitors see and what they saw before. */
export const pageOf = (p: number, n: number, codeId: string): string[] => {
  const content = {
    ...{
      kind: 'business',
      name: { vi: `Trang ${n}` },
      line: {},
      languages: ['vi'],
      zone: 'Asia/Ho_Chi_Minh',
    },
    ...{
      logo: null,
      cover: { picture: pictureId(p, n, 2), alt: {} },
      accent: 'green',
      isIndexed: false,
      blocks: [],
    },
  }
  return [
    rowInto('code_pages', {
      ...{ id: codeId, revision: n, draft: content, draft_key: idOf('e', 10 * p + n) },
      ...{ created_at: NOW, updated_at: NOW },
    }),
    ...BOTH.map((version) =>
      rowInto('code_page_versions', {
        ...{
          id: idOf('f', 100 * p + 10 * n + version),
          page_id: codeId,
          content,
          number: version,
          changes: n,
        },
        ...{ account_since: NOW, published_at: NOW, replaced_at: version === 1 ? NOW : null },
      }),
    ),
    rowInto('page_reviews', {
      ...{ page_id: codeId, id: idOf('d', 10 * p + n), content, names: ['BIDV'], requested_at: NOW },
      ...{ decision: 'approved', decided_at: NOW, approved_claim: '[]' },
    }),
    ...BOTH.map((version) => {
      const id = pictureId(p, n, version)
      const [small, large] = [pictureKey(id, 'small'), pictureKey(id, 'large')]
      return rowInto('page_pictures', {
        ...{ id, page_id: codeId, user_id: userId(p), use: 'photo', created_at: NOW },
        ...{ small_size: small.length, small_sha256: sha256(small) },
        ...{ large_size: large.length, large_sha256: sha256(large) },
        unused_since: version === 1 ? FAR : null,
      })
    }),
  ]
}

/** A PDF code with the file that is in its place and the one before. */
export const pdfOf = (p: number, n: number, codeId: string): string[] => [
  rowInto('pdf_codes', {
    ...{ id: codeId, name: `menu-${p}-${n}`, company_name: `Quán ${p}`, title: `Thực đơn ${n}` },
    ...{ website: 'https://shop.example/', updated_at: NOW },
  }),
  rowInto('pdf_counters', { code_id: codeId, opens: n, downloads: n + 1 }),
  rowInto('pdf_names', { user_id: userId(p), key: `menu-${p}-${n}`, code_id: codeId }),
  ...BOTH.flatMap((version) => {
    const id = fileId(p, n, version)
    const file = { key: fileKey(id), size: fileKey(id).length, sha256: sha256(fileKey(id)) }
    const name = `Thực đơn ${version}.pdf`
    return [
      rowInto('files', { ...file, id, user_id: userId(p), name, created_at: NOW }),
      rowInto('pdf_versions', {
        ...{
          ...file,
          id: idOf('7', p * 100 + n * 10 + version),
          code_id: codeId,
          file_id: id,
          file_name: name,
        },
        ...{ is_page_tried: true, page_width: 600, page_height: 800, placed_at: `2026-10-0${version}Z` },
        ...{ page_bytes: pageKey(id).length, page_sha256: sha256(pageKey(id)) },
        replaced_at: version === 1 ? NOW : null,
      }),
    ]
  }),
]
