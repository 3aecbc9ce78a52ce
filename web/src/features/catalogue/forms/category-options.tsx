import { depthOf, type ProductCategory } from '@scanleaf/shared'

/** The categories of a choice, each set in as deep as it lies. */
export const CategoryOptions = ({ categories }: { categories: readonly ProductCategory[] }) =>
  categories.map(({ id, title, path }) => (
    <option key={id} value={id}>
      {`${'\u2003'.repeat(depthOf(path) - 1)}${title}`}
    </option>
  ))
