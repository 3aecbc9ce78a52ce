import { readInWorker } from '../../features/bulk/reading'
import { ContentFields } from '../../features/generator/form'
import { PageEditor } from '../../features/pages/editor'
import { WizardPage } from '../../features/pages/wizard'

/** What other features lend to the screens of pages. */
const slots = { ContentFields, readTable: readInWorker }

/** The editor of a page with the parts of other features. */
export const PageScreen = () => <PageEditor slots={slots} />

/** The questions that make a new page. */
export const NewPageScreen = () => <WizardPage slots={slots} />
