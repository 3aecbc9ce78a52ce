export { MAX_IMAGE_BYTES } from '@scanleaf/shared'
