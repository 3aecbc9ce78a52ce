import { fromBuffer } from 'yauzl'

/** The files of a ZIP by their names, read by another program's reader. */
export const unzipped = (bytes: Buffer): Promise<Map<string, Buffer>> =>
  new Promise((resolve, reject) => {
    const files = new Map<string, Buffer>()
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('error', reject)
      zip.on('end', () => resolve(files))
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure)
          files.set(entry.fileName, Buffer.concat(await stream.toArray()))
          zip.readEntry()
        }),
      )
      zip.readEntry()
    })
  })
