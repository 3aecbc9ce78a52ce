import type { Database } from '../../platform/db/database'
import { allRows, type ExportOf, jsonFile } from '../../platform/export/entry'
import type { FileStore } from '../../platform/files/file-store'
import { pictureKey } from './pictures/files'
import { erasePictures } from './pictures/pictures'
import { listPicturesOf, type PictureRow } from './pictures/repository'
import { deletePagesOf, listPages, type PageRow } from './repository'

/**
 * Takes the pages from the codes of an owner.
 * @param of.keepPages what visitors see now stays
 */
export async function erasePages(
  storage: { database: Database; files: FileStore },
  of: { userId: string; keepPages: boolean },
): Promise<void> {
  await deletePagesOf(storage.database.db, of)
  await erasePictures(storage, of.userId)
}

/** The pages of an owner: their drafts, what visitors see, and their pictures. */
export const exportPages = ({
  database: { db },
  files,
}: {
  database: Database
  files: FileStore
}): ExportOf =>
  async function* (userId) {
    yield jsonFile('codes/pages.json', pages())
    const pictures = allRows((last: PictureRow | null) => listPicturesOf(db, userId, last?.id ?? ''))
    for await (const { id, use } of pictures)
      yield {
        path: `codes/pictures/${id}.${use === 'logo' ? 'jpg' : 'webp'}`,
        isPacked: true,
        async *read() {
          // One that was removed since the list was read is empty.
          yield* (await files.readStream(pictureKey(id, 'large'))) ?? []
        },
      }

    async function* pages() {
      let last = '00000000-0000-0000-0000-000000000000'
      const rows = allRows<PageRow>(async () => {
        const some = await listPages(db, userId, last)
        last = some.at(-1)?.id ?? last
        return some
      })
      for await (const { id, draft, current, updatedAt } of rows)
        yield {
          codeId: id,
          draft,
          published: current?.content ?? null,
          publishedAt: current?.publishedAt ?? null,
          updatedAt,
        }
    }
  }
