export { type OwnFile, readOwnFiles, removeObjects, storedObjects, storePicture } from './bytes.ts'
export { type File, type FileSize, filePath, fileUrl, PictureWords, type StoredPicture } from './file.ts'
export {
  addFile,
  hasTooManyPictures,
  MOST_PICTURES_A_TEXT,
  previewText,
  readFile,
  readFileAsTeam,
  replaceLogo,
  sendFile,
} from './files.ts'
export { deleteIdleBefore, type FilePlace } from './store.ts'
