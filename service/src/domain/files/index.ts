export { type File, type FileSize, filePath, fileUrl, PictureWords } from './file.ts'
export {
  addFile,
  MOST_PICTURES_A_TEXT,
  previewText,
  readFile,
  readFileAsTeam,
  renderText,
  renderTextAgain,
  replaceLogo,
} from './files.ts'
export {
  deleteFilesAt,
  deleteFilesOf,
  deleteIdleBefore,
  type FilePlace,
  markFiles,
  type OwnFile,
  selectOwnFiles,
} from './store.ts'
