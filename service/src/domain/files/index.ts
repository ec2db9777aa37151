export { type OwnFile, readOwnFiles, removeObjects, storedObjects, storePicture } from './bytes.ts'
export { type File, filePath, fileUrl, PictureWords, type StoredPicture } from './file.ts'
export {
  addFile,
  hasTooManyPictures,
  previewText,
  readFile,
  readFileAsTeam,
  replaceLogo,
  sendFile,
} from './files.ts'
export { deleteIdleBefore, type FilePlace } from './store.ts'
