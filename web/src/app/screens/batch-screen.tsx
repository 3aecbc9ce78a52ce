import { BatchPage } from '../../features/code-batches/job/batch-page'
import { ZipDialog } from '../zip-dialog'

export const BatchScreen = () => <BatchPage ZipDialog={ZipDialog} />
