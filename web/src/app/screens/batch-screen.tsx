import { BatchPage } from '../../features/code-batches'
import { ZipDialog } from '../zip-dialog'

export const BatchScreen = () => <BatchPage ZipDialog={ZipDialog} />
